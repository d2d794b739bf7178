package io.tidemark.ingest.follow;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import java.io.IOException;
import java.net.URI;
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
import java.util.function.Predicate;
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

  Arrivals(Map<String, Position> known, LineCounts counts) {
    this.ledger = new Ledger(known);
    this.names = new SourceNames(known.values());
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
        arrive(FileOrigin.open(path), from, round);
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
      names.claim(end.source(), path);
      byHome
          .computeIfAbsent(path, home -> new Source(end.source()))
          .rest(
              new Standing(
                  end.source(), path.toString(), known.generation(), end.offset(), end.offset()));
    }
  }

  /** A new life of the source at the file's path. */
  private void begin(FileOrigin file, Mark start, Round round) {
    Source source = byHome.computeIfAbsent(file.path(), home -> new Source(names.nameOf(home)));
    follow(source, file, Life.begin(newName(source.name()), file, start, counts), start, round);
  }

  private void resume(FileOrigin file, Ledger.Entry known, Path home, Round round)
      throws IOException {
    Position position = known.position();
    Life.Name name = new Life.Name(position.source(), known.generation());
    names.claim(position.source(), home);
    Source source = byHome.computeIfAbsent(home, path -> new Source(position.source()));
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

  /** The same file was cut or rewritten: it is read again from its start, after the life it had. */
  void restart(Source source, Life rewritten) {
    LOG.info("{}: cut or rewritten, a new generation begins", source.name());
    source.succeed(Life.begin(newName(source.name()), rewritten.origin(), Mark.START, counts));
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

  /** Takes up the lives that an earlier tailer left open and whose log is still asked for. */
  void recover(Predicate<Path> covered, Round round) {
    for (Ledger.Entry entry : ledger.open()) {
      Path home = SourceNames.home(entry.position());
      if (home != null && covered.test(home) && Files.isReadable(home.resolveSibling(""))) {
        recover(entry, home, round);
      }
    }
  }

  private void recover(Ledger.Entry entry, Path home, Round round) {
    try {
      FileOrigin file =
          StoredFile.of(entry.position(), Path.of(URI.create(entry.position().uri())));
      if (file != null) {
        resume(file, entry, home, round);
      } else {
        close(entry, round.outlet());
      }
    } catch (IOException e) {
      // Its position stays open: a visit takes it up when it can be read again.
      LOG.warn("{} cannot be looked at, trying on: {}", shown(home), e.toString());
    }
  }

  private void close(Ledger.Entry entry, Outlet outlet) {
    Position old = entry.position();
    LOG.warn(
        "{}: the file read up to byte {} is gone or was rewritten; what followed there is lost",
        old.source(),
        old.offset());
    Position ended =
        new Position(
            old.source(),
            old.uri(),
            old.fileKey(),
            old.bornNanos(),
            old.offset(),
            old.lines(),
            old.marker(),
            true);
    ledger.note(entry.generation(), ended);
    outlet.keep(entry.generation(), ended, () -> {});
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
    return SourceNames.printable(path.toString());
  }
}
