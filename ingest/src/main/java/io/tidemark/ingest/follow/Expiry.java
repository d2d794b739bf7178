package io.tidemark.ingest.follow;

import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.GoneFile;
import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.ingest.generation.LineCounts.Reason;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.ReadFailures;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.TerminalText;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends generations whose waiting time is over: renamed ones without new bytes, cut ones without a
 * copy, and unreadable ones that newer ones wait for.
 */
record Expiry(RotationPolicy policy, LineCounts counts) {

  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);

  /** Whether a newer generation follows in the log. */
  private enum Behind {
    NEWER,
    NONE
  }

  /** Checks every generation of the log, the newest first. */
  void expire(Source source, Round round) {
    int away = 0;
    List<Generation> generations = source.generations();
    for (int i = generations.size() - 1; i >= 0; i--) {
      Generation generation = generations.get(i);
      if (generation.over()) {
        continue;
      }
      away += generation.place() instanceof Place.Away ? 1 : 0;
      Behind behind = i < generations.size() - 1 ? Behind.NEWER : Behind.NONE;
      if (isGivenUp(generation, behind, away, round)) {
        loseUnreadable(source, generation, round);
      } else if (generation.place() instanceof Place.Away since) {
        expireAway(generation, since, away, round);
      } else if (generation.isCopiedInPart()) {
        loseRest(source, generation, round);
      } else if (generation.place() instanceof Place.Cut since
          && (round.once()
              || round.steadyMillis() - since.sinceMillis() >= policy.copySearch().toMillis())) {
        loseRest(source, generation, round);
      }
    }
  }

  /** A cut whose copy was searched long enough. */
  Place.Cut overdue(Round round) {
    return new Place.Cut(round.steadyMillis() - policy.copySearch().toMillis());
  }

  private void expireAway(Generation generation, Place.Away since, int away, Round round) {
    boolean atEnd = generation.reader().endsSeen() > 0 && generation.passed();
    // An unreadable file may hold bytes that were written since.
    if (!atEnd || generation.failures().any()) {
      generation.moved(new Place.Away(round.steadyMillis()));
    } else if (round.once()
        || away > policy.mostAway()
        || round.steadyMillis() - since.sinceMillis() >= policy.lateWrites().toMillis()) {
      generation.finish(round);
    }
  }

  /**
   * An unreadable file is retried without limit while nothing waits for it. This holds for a log at
   * its own path, for the newest generation, and for one read to its end before the failure.
   */
  private boolean isGivenUp(Generation generation, Behind behind, int away, Round round) {
    ReadFailures failures = generation.failures();
    if (!failures.any() || !generation.file().isRepeatable()) {
      return failures.any();
    }
    boolean waited = failures.spanMillis() >= policy.unreadable().toMillis();
    boolean live = generation.place() instanceof Place.Live;
    boolean hinders = !generation.passed() || away > policy.mostAway();
    return waited && (round.once() || (behind == Behind.NEWER && !live && hinders));
  }

  private void loseUnreadable(Source source, Generation generation, Round round) {
    boolean repeatable = generation.file().isRepeatable();
    // The number of bytes left in a pipe is unknown; at least one counts as lost.
    long missing = Math.max(repeatable ? 0 : 1, generation.reader().unreadBytes());
    LOG.warn(
        "{}: {} is given up after byte {}, since every read of it fails: {} bytes are known to be"
            + " lost",
        source.name(),
        TerminalText.of(generation.file().label()),
        generation.shippedBytes(),
        missing);
    counts.addLost(Reason.UNREADABLE, 1, missing);
    generation.loseUnreadable(missing, round);
  }

  /** Ends a generation without a copy, and counts the reason. */
  private void loseRest(Source source, Generation generation, Round round) {
    long missing = generation.reader().missingBytes();
    Reason reason = missing > 0 ? Reason.REST_GONE : Reason.CUT_WITHOUT_COPY;
    if (generation.file() instanceof GoneFile file && file.when() == GoneFile.When.BETWEEN_LOOKS) {
      loseMissed(source, generation, file.unknownBytes(), round);
      return;
    }
    if (generation.file() instanceof GoneFile file) {
      missing = Math.max(file.unknownBytes(), missing);
      reason = Reason.GONE_WHILE_DOWN;
    }
    if (missing > 0 || !goesOnInItsFile(source, generation)) {
      counts.addLost(reason, 1, missing);
    }
    if (missing > 0) {
      LOG.warn(
          "{}: what followed byte {} is in no file: {}, {} bytes are known to be lost",
          source.name(),
          generation.shippedBytes(),
          reason,
          missing);
    } else {
      LOG.info("{}: ended after byte {}: {}", source.name(), generation.shippedBytes(), reason);
    }
    generation.loseRest(missing, round);
  }

  /** Whether the next generation goes on in the same file behind what was shipped. */
  private static boolean goesOnInItsFile(Source source, Generation cut) {
    return source.generations().stream()
        .anyMatch(next -> next != cut && next.file() == cut.file() && next.shippedBytes() > 0);
  }

  /** The number of lost bytes is unknown; at least one of each file counts as lost. */
  private void loseMissed(Source source, Generation generation, long files, Round round) {
    LOG.warn(
        "{}: {} came and went between two looks and cannot be read: {}, a gap",
        source.name(),
        files == 1 ? "1 file" : files + " files",
        Reason.CAME_AND_WENT);
    counts.addLost(Reason.CAME_AND_WENT, files, files);
    generation.loseRest(files, round);
  }
}
