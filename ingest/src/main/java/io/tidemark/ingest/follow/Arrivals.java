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
final class Arrivals {

  private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

  private final Map<Path, Source> byHome = new LinkedHashMap<>();
  private final Map<String, Source> byFileKey = new HashMap<>();
  private final Map<Path, Shape> passedOver = new HashMap<>();
  private final Set<Path> complained = new HashSet<>();
  private final Ledger ledger;
  private final SourceNames names;
  private final LineCounts counts;

  /** A file that holds nothing new is not opened again until this changes. */
  private record Shape(String fileKey, long sizeBytes) {}

  /** Where a file is read from that nothing is known of. */
  enum From {
    START,
    END
  }

  Arrivals(Ledger ledger, SourceNames names, LineCounts counts) {
    this.ledger = ledger;
    this.names = names;
    this.counts = counts;
  }

  Map<Path, Source> sources() {
    return byHome;
  }

  /** The name that the log at this path will have. */
  String nameOf(Path path) {
    return names.nameOf(path);
  }

  /** Files that are followed and to be found, with the size they were read to. */
  Map<Path, Long> sizes() {
    Map<Path, Long> sizes = new HashMap<>();
    for (Source source : byHome.values()) {
      Life present = source.present();
      if (present != null && present.origin() instanceof FileOrigin file) {
        sizes.put(file.path(), present.standing().sizeBytes());
      }
    }
    return sizes;
  }

  /** Looks at what is at {@code path} now. */
  void visit(Path path, From from, Round round) {
    try {
      BasicFileAttributes attributes = FileOrigin.attributes(path);
      String fileKey = FileOrigin.key(attributes);
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
    FileOrigin file = FileOrigin.open(path);
    try {
      arrive(file, from, round);
    } catch (IOException e) {
      // Tried again in every round: each left open would soon be all that we may open.
      file.close();
      throw e;
    }
  }

  private void arrive(FileOrigin file, From from, Round round) throws IOException {
    String fileKey = file.fileKey();
    Optional<Ledger.Entry> known = ledger.lifeOf(file);
    if (known.isPresent() && !known.get().position().ended()) {
      resume(file, known.get(), file.path(), round);
      return;
    }
    Mark start = from == From.END ? file.end() : Mark.START;
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
  private void rest(Path path, Ledger.Entry known) {
    Position end = known.position();
    if (path.equals(SourceNames.home(end))) {
      sourceOf(end, path)
          .rest(
              new Standing(
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
      FileOrigin file = FileOrigin.open(path);
      if (isNew(file)) {
        Life.Name name = newName(source.name());
        follow(source, file, Life.begin(name, file, Mark.START, counts), Mark.START, round);
      } else {
        file.close();
      }
    }
  }

  /** A new life of the source at the file's path. */
  private void begin(FileOrigin file, Mark start, Round round) throws IOException {
    Source source = byHome.computeIfAbsent(file.path(), home -> new Source(names.nameOf(home)));
    try {
      catchUp(source, file.path(), file.latestBirthNanos(), round);
    } catch (IOException e) {
      // A folder that may be passed but not listed hides what was rotated, never the log itself.
      LOG.warn(
          "{}: what it was rotated to cannot be looked for: {}", shown(file.path()), e.toString());
    }
    follow(source, file, Life.begin(newName(source.name()), file, start, counts), start, round);
  }

  /** A document that is at rest: new, known in part, or known to its end. */
  void document(Path home, DumpOrigin document, Round round) throws IOException {
    Optional<Ledger.Entry> known = ledger.documentOf(document.fileKey());
    if (known.isEmpty()) {
      Source source = byHome.computeIfAbsent(home, path -> new Source(names.nameOf(path)));
      source.add(
          Life.begin(newName(source.name()), document, Mark.START, counts), round.steadyMillis());
    } else if (known.get().position().ended()) {
      rest(home, known.get());
    } else {
      Position position = known.get().position();
      Life.Name name = new Life.Name(position.source(), known.get().generation());
      Tail tail = document.tailBefore(position.offset());
      Mark start = new Mark(position.offset(), position.lines(), tail);
      Source source = sourceOf(position, home);
      source.add(Life.resume(name, document, start, counts), round.steadyMillis());
    }
  }

  /** A known life goes on, of the source that lives at {@code home}. */
  void resume(FileOrigin file, Ledger.Entry known, Path home, Round round) throws IOException {
    Position position = known.position();
    Life.Name name = new Life.Name(position.source(), known.generation());
    Source source = sourceOf(position, home);
    Mark start = mark(file, position);
    follow(source, file, Life.resume(name, file, start, counts), start, round);
  }

  private void follow(Source source, FileOrigin file, Life life, Mark start, Round round) {
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
  void restart(Source source, Life rewritten) {
    source.succeed(Life.begin(newName(source.name()), rewritten.origin(), Mark.START, counts));
    FileOrigin copy = null;
    try {
      copy = copyOf(rewritten);
    } catch (IOException e) {
      LOG.warn("{}: a copy of it cannot be looked for: {}", source.name(), e.toString());
    }
    if (copy == null) {
      LOG.warn(
          "{}: cut or rewritten, and no copy of it is there; what it held after byte {} is lost",
          source.name(),
          rewritten.standing().shippedBytes());
    } else {
      LOG.info("{}: cut; its rest is read from {}", source.name(), shown(copy.path()));
      rewritten.goOnIn(copy);
      byFileKey.put(copy.fileKey(), source);
    }
  }

  private @Nullable FileOrigin copyOf(Life rewritten) throws IOException {
    return rewritten.origin() instanceof FileOrigin cut
        ? Copies.of(cut.path(), cut.bornNanos(), file -> isNew(file) && rewritten.continuesIn(file))
        : null;
  }

  /** The copy that was made, before it was cut, of a file that nobody followed then. */
  @Nullable FileOrigin copyOf(Position last, Path home) throws IOException {
    return Copies.of(
        home,
        last.bornNanos(),
        file -> isNew(file) && Tail.fits(last.marker(), file.channel(), last.offset()));
  }

  private boolean isNew(FileOrigin file) throws IOException {
    return !byFileKey.containsKey(file.fileKey()) && ledger.lifeOf(file).isEmpty();
  }

  /** The present life of a source is over and its end is kept. */
  void leave(Source source, Round round) {
    Life left = source.leave(round.steadyMillis());
    ledger.note(left.name().generation(), left.lastPosition());
    String fileKey = left.origin().fileKey();
    if (fileKey != null && !source.follows(fileKey)) {
      byFileKey.remove(fileKey, source);
    }
  }

  private static Mark mark(FileOrigin file, Position position) throws IOException {
    Tail tail = Tail.before(file.channel(), position.offset());
    String head = position.offset() == 0 ? position.marker() : null;
    return new Mark(position.offset(), position.lines(), tail, head);
  }

  private static Life.Name newName(String source) {
    return new Life.Name(source, UUID.randomUUID().toString());
  }

  private static String shown(Path path) {
    return TerminalText.of(path.toString());
  }
}
