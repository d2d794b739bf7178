package io.tidemark.ingest.follow;

import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The reads of one round: each source once, then again those with more data. A round costs more
 * than a read, so a round reads a few busy logs several times.
 */
final class Passes {

  private static final int MOST_READS = 8;

  /**
   * Slow storage may need a second for that many reads, and a stop and the claims wait for the
   * round.
   */
  private static final long MOST_MILLIS = 50;

  private Passes() {}

  /**
   * Reads and ships the data at hand; returns whether a source has more.
   *
   * @param passes supplies each pass with its own times
   */
  static boolean read(List<Source> sources, Supplier<Round> passes) {
    List<Source> busy = new ArrayList<>(sources);
    Round first = passes.get();
    Round pass = first;
    int reads = 0;
    do {
      reads += busy.size();
      Round now = pass;
      busy.removeIf(source -> !source.poll(now));
      pass = passes.get();
    } while (!busy.isEmpty()
        && reads < MOST_READS
        && pass.steadyMillis() - first.steadyMillis() < MOST_MILLIS);
    return !busy.isEmpty();
  }
}
