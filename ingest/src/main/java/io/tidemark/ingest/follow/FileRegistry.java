package io.tidemark.ingest.follow;

import io.tidemark.model.Position;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a path leads to: a life that is followed, one that is known, or a new one, and of
 * which source.
 */
final class FileRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(FileRegistry.class);

  private final Map<Path, Source> byHome = new LinkedHashMap<>();
  private final Map<String, Source> byFileKey = new HashMap<>();
  private final Map<Path, Shape> passedOver = new HashMap<>();
  private final Set<Path> complained = new HashSet<>();
  private final Opener opener;
  private final CheckpointIndex ledger;
  private final SourceNames names;
  private final LineCounts counts;

  /** A file that holds nothing new is not opened again until this changes. */
  private record Shape(String fileKey, long sizeBytes) {}

  /** Where a file is read from that nothing is known of. */
  enum From {
    START,
    END
  }

  FileRegistry(Opener opener, CheckpointIndex ledger, SourceNames names, LineCounts counts) {
    this.opener = opener;
    this.ledger = ledger;
    this.names = names;
    this.counts = counts;
  }

  Opener opener() {
    return opener;
  }

  Map<Path, Source> sources() {
    return byHome;
  }

  /** The name that the log at this path will have. */
  String nameOf(Path path) {
    return names.nameOf(path);
  }

  /** Files that are followed and to be found, with the size they were read to. */
  Map<FileSource, Long> sizes() {
    Map<FileSource, Long> sizes = new HashMap<>();
    for (Source source : byHome.values()) {
      Generation present = source.present();
      if (present != null && present.origin() instanceof FileSource file) {
        sizes.put(file, present.progress().sizeBytes());
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
        follower.seenAt(fileKey, path, round.steadyMillis());
      } else if (attributes.isRegularFile() && !shape.equals(passedOver.get(path))) {
        arrive(path, from, round);
      }
      complained.remove(path);
    } catch (NoSuchFileException e) {
      // Not there, or gone again: a later visit finds what comes.
      LOG.trace("nothing at {}", path, e);
    } catch (IOException e) {
      if (complained.add(path)) {
        LOG.warn("{} cannot be opened, trying on: {}", shown(path), e.toString());
      }
    }
  }

  private void arrive(Path path, From from, Round round) throws IOException {
    FileSource file = opener.open(path);
    try {
      arrive(file, from, round);
    } catch (IOException e) {
      // Tried again in every round: each left open would soon be all that we may open.
      file.close();
      throw e;
    }
  }

  private void arrive(FileSource file, From from, Round round) throws IOException {
    String fileKey = file.fileKey();
    Optional<CheckpointIndex.Entry> known = ledger.lifeOf(file);
    if (known.isPresent() && !known.get().position().ended()) {
      resume(file, known.get(), file.path(), round);
      return;
    }
    ReadPosition start = from == From.END ? file.end() : ReadPosition.START;
    if (known.isPresent()) {
      Position ended = known.get().position();
      if (file.size() == ended.offset()) {
        passedOver.put(file.path(), new Shape(fileKey, ended.offset()));
        rest(file.path(), known.get());
        file.close();
        return;
      }
      LOG.info("{} grew after its end, by a new generation", shown(file.path()));
      start = mark(file, ended);
    }
    begin(file, start, round);
  }

  /** Nothing is to be done for a file that was shipped to its end, but it can be asked for. */
  private void rest(Path path, CheckpointIndex.Entry known) {
    Position end = known.position();
    if (path.equals(SourceNames.home(end))) {
      sourceOf(end, path)
          .rest(
              new SourceProgress(
                  end.source(), path.toString(), known.generation(), end.offset(), end.offset()));
    }
  }

  /** The source that a position tells of, living at {@code home}. */
  private Source sourceOf(Position position, Path home) {
    names.claim(position.source(), home);
    Source source = byHome.computeIfAbsent(home, path -> new Source(position.source()));
    source.hadBirth(position.bornNanos());
    return source;
  }

  /** Follows what was rotated away from {@code home} unseen, after the last life that is known. */
  void catchUp(Position last, Path home, Round round) throws IOException {
    // Logs that are gone for good must not be asked for in every round from now on.
    if (byHome.containsKey(home)
        || Files.exists(home)
        || !RotatedNames.bornBetween(home, last.bornNanos(), Long.MAX_VALUE).isEmpty()) {
      catchUp(sourceOf(last, home), home, Long.MAX_VALUE, round);
    }
  }

  private void catchUp(Source source, Path home, long untilNanos, Round round) throws IOException {
    for (Path path : RotatedNames.bornBetween(home, source.newestBirthNanos(), untilNanos)) {
      FileSource file = opener.openBeside(home, path);
      if (isNew(file)) {
        Generation.Name name = newName(source.name());
        follow(
            source,
            file,
            Generation.begin(name, file, ReadPosition.START, counts),
            ReadPosition.START,
            round);
      } else {
        file.close();
      }
    }
  }

  /** A new life of the source at the file's path. */
  private void begin(FileSource file, ReadPosition start, Round round) throws IOException {
    Source source = byHome.computeIfAbsent(file.path(), home -> new Source(names.nameOf(home)));
    try {
      catchUp(source, file.path(), file.latestBirthNanos(), round);
    } catch (IOException e) {
      // A folder that may be passed but not listed hides what was rotated, never the log itself.
      LOG.warn(
          "{}: what it was rotated to cannot be looked for: {}", shown(file.path()), e.toString());
    }
    follow(
        source, file, Generation.begin(newName(source.name()), file, start, counts), start, round);
  }

  /** A document that is at rest: new, known in part, or known to its end. */
  void document(Path home, DumpSource document, Round round) throws IOException {
    Optional<CheckpointIndex.Entry> known = ledger.documentOf(document.fileKey());
    if (known.isEmpty()) {
      Source source = byHome.computeIfAbsent(home, path -> new Source(names.nameOf(path)));
      source.add(
          Generation.begin(newName(source.name()), document, ReadPosition.START, counts),
          round.steadyMillis());
    } else if (known.get().position().ended()) {
      rest(home, known.get());
    } else {
      Position position = known.get().position();
      Generation.Name name = new Generation.Name(position.source(), known.get().generation());
      Fingerprint tail = document.tailBefore(position.offset());
      ReadPosition start = new ReadPosition(position.offset(), position.lines(), tail);
      Source source = sourceOf(position, home);
      source.add(Generation.resume(name, document, start, counts), round.steadyMillis());
    }
  }

  /** A known life goes on, of the source that lives at {@code home}. */
  void resume(FileSource file, CheckpointIndex.Entry known, Path home, Round round)
      throws IOException {
    Position position = known.position();
    Generation.Name name = new Generation.Name(position.source(), known.generation());
    Source source = sourceOf(position, home);
    ReadPosition start = mark(file, position);
    follow(source, file, Generation.resume(name, file, start, counts), start, round);
  }

  private void follow(
      Source source, FileSource file, Generation life, ReadPosition start, Round round) {
    LOG.info(
        "{}: following {} as generation {} from byte {}",
        source.name(),
        shown(file.path()),
        life.name().generation(),
        start.offset());
    source.add(life, round.steadyMillis());
    byFileKey.put(file.fileKey(), source);
  }

  /**
   * The same file was cut or rewritten: it is read again from its start, after the life it had, of
   * which a copy may hold the rest.
   */
  void restart(Source source, Generation rewritten) {
    source.succeed(
        Generation.begin(newName(source.name()), rewritten.origin(), ReadPosition.START, counts));
    FileSource copy = null;
    try {
      copy = copyOf(rewritten);
    } catch (IOException e) {
      LOG.warn("{}: a copy of it cannot be looked for: {}", source.name(), e.toString());
    }
    if (copy == null) {
      LOG.warn(
          "{}: cut or rewritten, and no copy of it is there; what it held after byte {} is lost",
          source.name(),
          rewritten.progress().shippedBytes());
    } else {
      LOG.info("{}: cut; its rest is read from {}", source.name(), shown(copy.path()));
      rewritten.goOnIn(copy);
      byFileKey.put(copy.fileKey(), source);
    }
  }

  private @Nullable FileSource copyOf(Generation rewritten) throws IOException {
    return rewritten.origin() instanceof FileSource cut
        ? Copies.of(
            opener, cut.path(), cut.bornNanos(), file -> isNew(file) && rewritten.continuesIn(file))
        : null;
  }

  /** The copy that was made, before it was cut, of a file that nobody followed then. */
  @Nullable FileSource copyOf(Position last, Path home) throws IOException {
    return Copies.of(
        opener,
        home,
        last.bornNanos(),
        file -> isNew(file) && Fingerprint.fits(last.marker(), file.channel(), last.offset()));
  }

  private boolean isNew(FileSource file) throws IOException {
    return !byFileKey.containsKey(file.fileKey()) && ledger.lifeOf(file).isEmpty();
  }

  /** The present life of a source is over and its end is kept. */
  void leave(Source source, Round round) {
    Generation left = source.leave(round.steadyMillis());
    ledger.note(left.name().generation(), left.lastPosition());
    String fileKey = left.origin().fileKey();
    if (fileKey != null && !source.follows(fileKey)) {
      byFileKey.remove(fileKey, source);
    }
  }

  private static ReadPosition mark(FileSource file, Position position) throws IOException {
    Fingerprint tail = Fingerprint.before(file.channel(), position.offset());
    String head = position.offset() == 0 ? position.marker() : null;
    return new ReadPosition(position.offset(), position.lines(), tail, head);
  }

  private static Generation.Name newName(String source) {
    return new Generation.Name(source, UUID.randomUUID().toString());
  }

  private static String shown(Path path) {
    return TerminalText.of(path.toString());
  }
}
