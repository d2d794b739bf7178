package io.tidemark.ingest.follow;

import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The reads of one round of the tailer: each source once, then again those that have more. A round
 * costs more than a read, so it makes several where one log or few have more.
 */
final class Passes {

  private static final int MOST_READS = 8;

  /** Slow storage takes a second for so many; a stop and the claims wait for the end of a round. */
  private static final long MOST_MILLIS = 50;

  private Passes() {}

  /**
   * Reads and ships what is at hand; answers whether some source has more.
   *
   * @param passes each has times of its own
   */
  static boolean read(List<Source> sources, Supplier<Round> passes) {
    List<Source> busy = new ArrayList<>(sources);
    Round first = passes.get();
    Round pass = first;
    int reads = 0;
    do {
      reads += busy.size();
      readOnce(busy, pass);
      pass = passes.get();
    } while (!busy.isEmpty()
        && reads < MOST_READS
        && pass.steadyMillis() - first.steadyMillis() < MOST_MILLIS);
    return !busy.isEmpty();
  }

  /** Those remain that have more. */
  private static void readOnce(List<Source> busy, Round pass) {
    busy.removeIf(source -> !source.poll(pass));
  }
}
