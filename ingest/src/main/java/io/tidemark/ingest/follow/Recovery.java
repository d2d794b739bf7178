package io.tidemark.ingest.follow;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.Position;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes up what an earlier tailer left, before anything new is looked for: the lives it left open,
 * under whatever name they are now, and the lives that came and went while nobody looked.
 */
final class Recovery {

  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final FileRegistry arrivals;
  private final CheckpointIndex ledger;
  private final Round round;

  Recovery(FileRegistry arrivals, CheckpointIndex ledger, Round round) {
    this.arrivals = arrivals;
    this.ledger = ledger;
    this.round = round;
  }

  /** Of the logs that are still asked for. */
  void run(Predicate<Path> asked) {
    Map<Path, Position> newest = new LinkedHashMap<>();
    for (CheckpointIndex.Entry entry : ledger.all()) {
      Path home = SourceNames.home(entry.position());
      String fileKey = entry.position().fileKey();
      if (home != null
          && fileKey != null
          && !DumpSource.isKey(fileKey)
          && asked.test(home)
          && Files.isReadable(home.resolveSibling(""))) {
        if (!entry.position().ended()) {
          takeUp(entry, home);
        }
        newest.merge(home, entry.position(), Recovery::laterBorn);
      }
    }
    newest.forEach((home, position) -> catchUp(position, home));
  }

  private static Position laterBorn(Position one, Position other) {
    return one.bornNanos() > other.bornNanos() ? one : other;
  }

  private void takeUp(CheckpointIndex.Entry entry, Path home) {
    try {
      FileSource file = StoredFile.of(entry.position(), home, arrivals.opener());
      if (file == null) {
        file = arrivals.copyOf(entry.position(), home);
      }
      if (file != null) {
        arrivals.resume(file, entry, home, round);
      } else {
        close(entry, round.outlet());
      }
    } catch (IOException e) {
      // Its position stays open: a visit takes it up when it can be read again.
      LOG.warn("{} cannot be looked at, trying on: {}", shown(home), e.toString());
    }
  }

  private void catchUp(Position position, Path home) {
    try {
      arrivals.catchUp(position, home, round);
    } catch (IOException e) {
      LOG.warn("{}: what it was rotated to cannot be read: {}", shown(home), e.toString());
    }
  }

  private void close(CheckpointIndex.Entry entry, Outlet outlet) {
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

  private static String shown(Path path) {
    return TerminalText.of(path.toString());
  }
}
