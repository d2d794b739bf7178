package io.tidemark.ingest.follow;

import io.tidemark.ingest.follow.CheckpointIndex.Entry;
import io.tidemark.model.Position;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that are followed. Decides what a path leads to: a generation that is followed, one
 * that is known, or a new one, and of which source.
 */
final class FileRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(FileRegistry.class);

  private final Map<Path, Source> byHome = new LinkedHashMap<>();
  private final Map<String, Source> byFileKey = new HashMap<>();
  private final Map<Path, Shape> passedOver = new HashMap<>();
  private final Set<Path> complained = new HashSet<>();
  private final Set<Source> dropped = new HashSet<>();
  private final Opener opener;
  private final CheckpointIndex index;
  private final SourceNames names;
  private final LineCounts counts;
  private final RotationPolicy policy;
  private final CopyAccounting copies;
  private long startMillis = Long.MAX_VALUE;
  private Look look = Look.AT_ALL;

  /** A file that holds nothing new is not opened again until this changes. */
  private record Shape(String fileKey, long sizeBytes) {}

  /** What a round looks at. */
  enum Look {
    AT_FOLLOWED,
    AT_ALL
  }

  /** Where a file is read from that nothing is known of. */
  enum From {
    START,
    END
  }

  FileRegistry(
      Opener opener,
      CheckpointIndex index,
      SourceNames names,
      LineCounts counts,
      RotationPolicy policy) {
    this.opener = opener;
    this.index = index;
    this.names = names;
    this.counts = counts;
    this.policy = policy;
    this.copies = new CopyAccounting(this, index, opener, policy);
  }

  Map<Path, Source> sources() {
    return byHome;
  }

  /** The first look is over: what comes from now on may be a generation that nobody has seen. */
  void started(long wallMillis) {
    startMillis = wallMillis;
  }

  /** In this round files that were not followed may be looked at, too. */
  void look(Look now) {
    look = now;
    copies.listAnew();
  }

  boolean lookIsDue() {
    return look == Look.AT_ALL;
  }

  /** The name that the log at this path will have. */
  String nameOf(Path path) {
    return names.nameOf(path);
  }

  /** Files that are followed and to be found, with the size they were read to. */
  Map<FileSource, Long> sizes() {
    Map<FileSource, Long> sizes = new HashMap<>();
    for (Source source : byHome.values()) {
      for (Generation generation : source.generations()) {
        if (generation.file() instanceof FileSource file && !generation.isCut()) {
          sizes.put(file, generation.reader().sizeBytes());
        }
      }
    }
    return sizes;
  }

  /** Looks at what is at {@code path} now. */
  void visit(Path path, From from, Round round) {
    try {
      BasicFileAttributes attributes = FileSource.attributes(path);
      String fileKey = FileSource.key(attributes);
      Source follower = byFileKey.get(fileKey);
      Shape shape = new Shape(fileKey, attributes.size());
      if (follower != null) {
        follower.seenAt(fileKey, path, homeOf(follower));
      } else if (attributes.isRegularFile()
          && !shape.equals(passedOver.get(path))
          && !isDropped(path)) {
        arrive(path, shape, from, round);
      }
      complained.remove(path);
    } catch (NoSuchFileException e) {
      // Not there, or gone again: a later visit finds what comes.
      LOG.trace("nothing at {}", path, e);
    } catch (IOException e) {
      complain(path, "cannot be opened, trying on: " + e);
    }
  }

  void complain(Path path, String why) {
    if (complained.add(path)) {
      LOG.warn("{}: {}", shown(path), why);
    }
  }

  /** Files and folders that cannot be read now. */
  int unreadable() {
    return complained.size();
  }

  private void arrive(Path path, Shape shape, From from, Round round) throws IOException {
    if (isRotated(path, round)) {
      passedOver.put(path, shape);
      return;
    }
    FileSource file = opener.open(path);
    boolean used = false;
    try {
      used = arrive(file, from, round);
    } finally {
      if (!used) {
        // Each left open would soon be all that we may open.
        file.close();
      }
    }
  }

  /** Another tailer follows the source: lets go of its files, and looks at them no more. */
  void drop(Source source) {
    dropped.add(source);
    for (Generation generation : source.generations()) {
      source.remove(generation);
      close(generation.file());
    }
    byFileKey.values().removeIf(follower -> follower == source);
    copies.forget(source);
  }

  private boolean isDropped(Path home) {
    Source source = byHome.get(home);
    return source != null && dropped.contains(source);
  }

  /** Whether it is accounted for as a copy or an earlier generation of another log. */
  private boolean isRotated(Path path, Round round) throws IOException {
    String name = String.valueOf(path.getFileName());
    for (Map.Entry<Path, Source> log : List.copyOf(byHome.entrySet())) {
      Path home = log.getKey();
      String stem = home.getFileName().toString();
      boolean beside = home.resolveSibling("").equals(path.resolveSibling(""));
      if (beside
          && name.length() > stem.length()
          && RotatedNames.of(stem).matcher(name).matches()
          && isOf(log.getValue(), home, path, round)) {
        return true;
      }
    }
    return false;
  }

  private boolean isOf(Source source, Path home, Path path, Round round) throws IOException {
    // Whoever follows that log accounts for what has the name of a rotated one.
    return dropped.contains(source)
        ? !byHome.containsKey(path)
        : copies.of(source, home, path, round) != CopyAccounting.Verdict.FOREIGN;
  }

  private boolean arrive(FileSource file, From from, Round round) throws IOException {
    Optional<Entry> known = index.generationOf(file).filter(entry -> !entry.passedOver());
    if (known.isEmpty()) {
      begin(file, from == From.END ? file.end() : ReadPosition.START, round);
      return true;
    }
    Position position = known.get().position();
    if (position.ended() && file.size() == position.offset()) {
      passedOver.put(file.path(), new Shape(file.fileKey(), position.offset()));
      rest(file.path(), known.get());
      return false;
    }
    Path ofLog = SourceNames.home(position);
    Path home = ofLog == null ? file.path() : ofLog;
    if (isDropped(home)) {
      passedOver.put(file.path(), new Shape(file.fileKey(), file.size()));
      return false;
    }
    resume(file, known.get(), home, round);
    return true;
  }

  /** Nothing is to be done for a file that was shipped to its end, but it can be asked for. */
  private void rest(Path path, Entry known) {
    Position end = known.position();
    if (path.equals(SourceNames.home(end))) {
      sourceOf(end.source(), path)
          .rest(
              new SourceProgress(
                  end.source(), path.toString(), known.generation(), end.offset(), end.offset()));
    }
  }

  /** The source of this name, living at {@code home}. */
  private Source sourceOf(String name, Path home) {
    names.claim(name, home);
    return byHome.computeIfAbsent(home, path -> new Source(name, path, policy));
  }

  /** A log that is asked for by name, or was followed before, though its file may not be there. */
  void await(String name, Path home) {
    if (opener.covers(home) && !byHome.containsKey(home)) {
      sourceOf(name, home);
    }
  }

  private Path homeOf(Source source) {
    return byHome.entrySet().stream()
        .filter(e -> e.getValue() == source)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  /** A new generation of the source at the file's path. */
  private void begin(FileSource file, ReadPosition start, Round round) throws IOException {
    Path home = file.path();
    Source source = byHome.computeIfAbsent(home, p -> new Source(names.nameOf(p), p, policy));
    if (!index.ofSource(source.name()).isEmpty()) {
      source.wasRotated();
    }
    source.add(generation(source, file, start), round);
    follow(source, file, start.offset());
  }

  private Generation generation(Source source, FileSource file, ReadPosition start)
      throws IOException {
    GenerationName name = GenerationName.next(source, index.nextNumber(source.name()));
    return Generation.of(name, file, start, ContentPrints.of(file, start.offset()), counts);
  }

  /** A document that is at rest: new, known in part, or known to its end. */
  void document(Path home, DumpSource document, Round round) throws IOException {
    Optional<Entry> known = index.documentOf(document.fileKey());
    if (known.isEmpty()) {
      Source source = byHome.computeIfAbsent(home, p -> new Source(names.nameOf(p), p, policy));
      GenerationName name = GenerationName.next(source, index.nextNumber(source.name()));
      source.add(
          Generation.of(name, document, ReadPosition.START, new ContentPrints(), counts), round);
    } else if (known.get().position().ended()) {
      rest(home, known.get());
    } else {
      Position position = known.get().position();
      Fingerprint tail = document.tailBefore(position.offset());
      ReadPosition start = new ReadPosition(position.offset(), position.lines(), tail);
      Source source = sourceOf(position.source(), home);
      source.add(
          Generation.of(nameOf(known.get(), source), document, start, new ContentPrints(), counts),
          round);
    }
  }

  private static GenerationName nameOf(Entry known, Source source) {
    Position.Lineage lineage = known.position().lineage();
    long number = lineage == null ? 1 : lineage.number();
    return GenerationName.known(source, number, known.generation());
  }

  /** A known generation goes on, of the source that lives at {@code home}. */
  void resume(FileSource file, Entry known, Path home, Round round) throws IOException {
    Source source = sourceOf(known.position().source(), home);
    Generation generation = resumed(source, file, known);
    if (file.path().equals(home)) {
      source.add(generation, round);
    } else {
      generation.moved(new Place.Away(round.steadyMillis()));
      source.addOlder(generation);
    }
    follow(source, file, known.position().offset());
  }

  private Generation resumed(Source source, FileSource file, Entry known) throws IOException {
    Position position = known.position();
    Fingerprint tail = Fingerprint.before(file.channel(), position.offset());
    boolean headed = position.offset() == 0 && file.fits(position.marker(), 0);
    String head = headed ? position.marker() : null;
    ReadPosition start = new ReadPosition(position.offset(), position.lines(), tail, head);
    ContentPrints prints = ContentPrints.of(file, position.offset());
    return Generation.of(nameOf(known, source), file, start, prints, counts);
  }

  /** A known generation whose file is gone or holds another one: its rest is looked for. */
  void seek(Entry known, Path home, Round round) {
    Position position = known.position();
    Position.Lineage lineage = position.lineage();
    ContentPrints prints =
        lineage == null ? new ContentPrints() : ContentPrints.decode(lineage.prints());
    ReadPosition start = ReadPosition.stored(position);
    Source source = sourceOf(position.source(), home);
    Generation generation =
        Generation.of(nameOf(known, source), new GoneFile(position), start, prints, counts);
    generation.moved(new Place.Cut(round.steadyMillis()));
    source.addOlder(generation);
    source.wasRotated();
  }

  private void follow(Source source, FileSource file, long offset) {
    LOG.info("{}: following {} from byte {}", source.name(), shown(file.path()), offset);
    byFileKey.put(file.fileKey(), source);
  }

  boolean follows(String fileKey) {
    return byFileKey.containsKey(fileKey);
  }

  /** A generation that came and went unseen. */
  void addUnread(Source source, FileSource file, Round round) throws IOException {
    Generation generation = generation(source, file, ReadPosition.START);
    generation.moved(new Place.Away(round.steadyMillis()));
    source.addOlder(generation);
    follow(source, file, 0);
  }

  /** The rest of a generation is in this copy. */
  void goOnIn(Source source, Generation generation, FileSource copy) throws IOException {
    ByteSource cut = generation.file();
    if (cut instanceof GoneFile gone) {
      Entry known = new Entry(generation.id(), gone.position());
      Generation resumed = resumed(source, copy, known);
      resumed.goOnIn(copy);
      source.replace(generation, resumed);
    } else {
      generation.goOnIn(copy);
    }
    release(source, cut);
    byFileKey.put(copy.fileKey(), source);
  }

  /** Whether an unknown file with the name of a rotated log may be a generation of it. */
  boolean isUnread(Source source, Path home, FileSource file) throws IOException {
    boolean known = source.wasAccounted() || !index.ofSource(source.name()).isEmpty();
    boolean came = known || file.changedMillis() >= startMillis;
    if (!came || !opener.mayBeUnseen(index.ofSource(source.name()), file)) {
      return false;
    }
    Generation live = source.live();
    boolean parted = live != null && live.reader().beginsLike(file);
    boolean named = file.path().getFileName().toString().startsWith(home.getFileName().toString());
    return source.rotated()
        || (!opener.covers(file.path()) && (parted || (source.unseen() && named)));
  }

  /**
   * It is not to be read, and known as such after a restart; one that a LOG covers may be a log.
   */
  void passOver(Source source, FileSource file, String kind, Round round) throws IOException {
    Optional<Entry> known = index.generationOf(file);
    if (opener.covers(file.path()) && known.isEmpty() && !isKnown(source, file)) {
      return;
    }
    if (known.isPresent() && (!known.get().passedOver() || sizeOf(known.get()) == file.size())) {
      return;
    }
    Position position = file.passedOver(source);
    String id =
        kind
            + Fingerprint.hash(
                (file.fileKey() + position.offset())
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    known.ifPresent(entry -> forget(entry, round));
    index.note(id, position);
    round.outlet().keep(id, position, () -> {});
  }

  private boolean isKnown(Source source, FileSource file) throws IOException {
    for (Entry entry : index.ofSource(source.name())) {
      if (!entry.passedOver() && CheckpointIndex.contains(entry.position(), file)) {
        return true;
      }
    }
    return false;
  }

  private static long sizeOf(Entry entry) {
    return entry.position().offset();
  }

  private void forget(Entry entry, Round round) {
    index.forget(entry.generation());
    round.outlet().forget(entry.position().source(), entry.generation());
  }

  /**
   * The log's path leads to another file than it did, or that one was cut, and nobody knows yet.
   */
  boolean homeChanged(Source source, Path home) {
    Generation live = source.live();
    if (live == null) {
      return false;
    }
    live.observe();
    return live.reader().cut() || (live.file() instanceof FileSource file && file.isLost());
  }

  /** Acts on what was seen of a source's files: cuts, files without a path, copies, ends. */
  void settle(Source source, Path home, Round round, Losses losses) {
    noteChanges(source, round);
    if (!isDocument(source)) {
      copies.account(source, home, round);
    }
    source.expire(round, losses);
    leaveEnded(source);
  }

  /** What became of the files that are followed: cut, or without a path. */
  void noteChanges(Source source, Round round) {
    for (Generation generation : source.generations()) {
      generation.observe();
      if (generation.wasCut()) {
        cut(source, generation, round);
      } else if (generation.place() instanceof Place.Live
          && generation.file() instanceof FileSource file
          && file.isLost()) {
        generation.moved(new Place.Away(round.steadyMillis()));
        source.wasRotated();
      }
    }
  }

  /** What is shipped to its end, and the end kept, is followed no more. */
  void leaveEnded(@Nullable Source source) {
    if (source != null) {
      source.generations().stream().filter(Generation::ended).forEach(g -> leave(source, g));
    }
  }

  private static boolean isDocument(Source source) {
    return source.generations().stream().anyMatch(g -> g.file() instanceof DumpSource);
  }

  private void cut(Source source, Generation generation, Round round) {
    if (generation.file() instanceof FileSource file && goesOn(generation, file)) {
      LOG.info("{}: cut or rewritten; a new generation begins", source.name());
      GenerationName name = GenerationName.next(source, index.nextNumber(source.name()));
      Generation next = Generation.of(name, file, ReadPosition.START, new ContentPrints(), counts);
      source.succeed(generation, next, round.steadyMillis());
    } else {
      ByteSource file = generation.file();
      generation.moved(new Place.Cut(round.steadyMillis()));
      source.wasRotated();
      release(source, file);
    }
  }

  /** A copy that is written over holds what its log held, and is accounted for as such. */
  private static boolean goesOn(Generation cut, FileSource file) {
    try {
      return cut.place() instanceof Place.Live
          || (cut.place() instanceof Place.Away && file.size() == 0);
    } catch (IOException e) {
      // Not to be read any more: what is left of it may be in a copy.
      return false;
    }
  }

  private void leave(Source source, Generation left) {
    source.remove(left);
    if (!left.unborn()) {
      index.note(left.id(), left.lastPosition());
    }
    release(source, left.file());
    copies.forget(source);
  }

  /** Lets go of a file that no generation is read from any more. */
  private void release(Source source, ByteSource file) {
    boolean used = source.generations().stream().anyMatch(g -> g.file() == file && !g.isCut());
    if (!used) {
      close(file);
      String fileKey = file.fileKey();
      if (fileKey != null && !source.follows(fileKey)) {
        byFileKey.remove(fileKey, source);
      }
    }
  }

  static void close(@Nullable ByteSource file) {
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(file.label() + ": cannot be closed", e);
    }
  }

  /** Where the file of a log may be now: at its path, or where logs are rotated to. */
  List<Path> candidates(Path home) throws IOException {
    return copies.candidates(home);
  }

  Opener opener() {
    return opener;
  }

  String shown(@Nullable Path path) {
    return TerminalText.of(String.valueOf(path));
  }
}
