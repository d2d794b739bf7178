package io.tidemark.ingest.follow;

import java.util.concurrent.TimeUnit;

/** The clocks: time of day for times of the data, and one that never jumps for waiting. */
public interface Time {

  /** The machine's own. */
  Time SYSTEM =
      new Time() {
        @Override
        public long wallMillis() {
          return System.currentTimeMillis();
        }

        @Override
        public long steadyMillis() {
          return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }
      };

  long wallMillis();

  long steadyMillis();
}
