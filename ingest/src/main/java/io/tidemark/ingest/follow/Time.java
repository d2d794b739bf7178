package io.tidemark.ingest.follow;

import java.util.concurrent.TimeUnit;

/** The clocks: time of day for times of the data, and a monotonic clock for waiting. */
public interface Time {

  /** The clocks of this machine. */
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
