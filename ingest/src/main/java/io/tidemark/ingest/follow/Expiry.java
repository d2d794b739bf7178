package io.tidemark.ingest.follow;

import io.tidemark.ingest.follow.Losses.Reason;
import io.tidemark.model.TerminalText;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the generations that are waited for no longer: renamed ones that are silent, cut ones
 * without a copy, and ones whose every read fails.
 */
final class Expiry {

  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);

  private final RotationPolicy policy;
  private final Losses losses;

  Expiry(RotationPolicy policy, Losses losses) {
    this.policy = policy;
    this.losses = losses;
  }

  /** Looks at every generation of the log, the newest first. */
  void expire(Source source, Round round) {
    int away = 0;
    List<Generation> generations = source.generations();
    for (int i = generations.size() - 1; i >= 0; i--) {
      Generation generation = generations.get(i);
      if (generation.over()) {
        continue;
      }
      away += generation.place() instanceof Place.Away ? 1 : 0;
      if (isGivenUp(generation, round)) {
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

  private void expireAway(Generation generation, Place.Away since, int away, Round round) {
    boolean atEnd = generation.reader().endsSeen() > 0 && generation.passed();
    if (!atEnd) {
      generation.moved(new Place.Away(round.steadyMillis()));
    } else if (round.once()
        || away > policy.mostAway()
        || round.steadyMillis() - since.sinceMillis() >= policy.lateWrites().toMillis()) {
      generation.finish(round);
    }
  }

  /** A log that is followed at its own path is tried for ever: nothing waits behind it. */
  private boolean isGivenUp(Generation generation, Round round) {
    OptionalLong since = generation.failures().since();
    if (since.isEmpty() || !generation.file().isRepeatable()) {
      return since.isPresent();
    }
    boolean triedForEver = generation.place() instanceof Place.Live && !round.once();
    long failingMillis = round.steadyMillis() - since.getAsLong();
    return !triedForEver && failingMillis >= policy.unreadable().toMillis();
  }

  private void loseUnreadable(Source source, Generation generation, Round round) {
    boolean repeatable = generation.file().isRepeatable();
    // How much a pipe still held nobody knows.
    long missing = Math.max(repeatable ? 0 : 1, generation.reader().unreadBytes());
    LOG.warn(
        "{}: {} is given up after byte {}, since every read of it fails: {} bytes are known to be"
            + " lost",
        source.name(),
        TerminalText.of(generation.file().label()),
        generation.shippedBytes(),
        missing);
    losses.add(Reason.UNREADABLE, missing);
    generation.loseUnreadable(missing, round);
  }

  /** No copy of it came to light: counts why. */
  private void loseRest(Source source, Generation generation, Round round) {
    long missing = generation.reader().missingBytes();
    Reason reason = missing > 0 ? Reason.REST_GONE : Reason.CUT_WITHOUT_COPY;
    if (generation.file() instanceof GoneFile file) {
      missing = Math.max(file.unknownBytes(), missing);
      reason = Reason.GONE_WHILE_DOWN;
    }
    losses.add(reason, missing);
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
}
