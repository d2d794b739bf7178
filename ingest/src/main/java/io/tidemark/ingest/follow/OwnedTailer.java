package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.ManyWarnings;
import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.Ownership;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.TailerProcess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tailer among others. Before each round it reads the records of the other tailers. When it takes
 * over a source of another tailer, it starts over with the positions of that tailer.
 *
 * @param session has applied all records older than the positions that the tailer began with
 * @param positions reads fresh positions; empty when they are not available now
 */
public record OwnedTailer(
    Tailer tailer,
    OwnerSession session,
    Supplier<Optional<Map<String, Position>>> positions,
    Time time)
    implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OwnedTailer.class);

  /**
   * Runs one round.
   *
   * @throws io.tidemark.ingest.own.TakenOver when another tailer follows a source of this one
   */
  public Tailer.Work doWork() {
    session.step(time::steadyMillis);
    Ownership ownership = session.ownership();
    if (!ownership.stale()) {
      Tailer.Work work = tailer.doWork();
      reportTakeovers();
      return work;
    }
    if (tailer.letGo()) {
      positions
          .get()
          .ifPresent(
              known -> {
                ownership.onPositionsRead();
                tailer.restart(known);
              });
    }
    return Tailer.Work.SOME;
  }

  /** Logged as a warning, like the wait before it, since only warnings are shown. */
  private void reportTakeovers() {
    ManyWarnings lines = new ManyWarnings(LOG, "logs are taken over");
    for (SourceProgress log :
        session.takeovers().isEmpty() ? List.<SourceProgress>of() : tailer.progress()) {
      TailerProcess before = session.takeovers().remove(log.source());
      if (before != null) {
        lines.warn(
            "%s: taken over from %s; goes on at byte %d of %s"
                .formatted(
                    TerminalText.of(log.source()),
                    before.label(),
                    log.shippedBytes(),
                    TerminalText.of(log.label())));
      }
    }
    lines.end();
  }

  /**
   * Frees the sources of this tailer after it was closed, so that the next tailer begins at once.
   * It does so only if the broker has all positions and no other tailer can have taken over.
   */
  public void release() {
    if (session.ownership().current(time.steadyMillis()) && tailer.allKept()) {
      session.release();
    }
  }

  /** Stores how far every log is acknowledged; no round may follow. */
  @Override
  public void close() {
    tailer.close();
  }
}
