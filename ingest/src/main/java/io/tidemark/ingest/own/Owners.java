package io.tidemark.ingest.own;

/** What a tailer may read and send. */
public interface Owners {

  /** No other tailer is there. */
  Owners ALONE =
      new Owners() {
        @Override
        public Standing of(String source) {
          return Standing.OWNED;
        }

        @Override
        public boolean current(long steadyMillis) {
          return true;
        }
      };

  /** How a source stands; one that is asked for is claimed as soon as it is free. */
  Standing of(String source);

  /** Whether nobody can have taken over anything: only then something may be sent. */
  boolean current(long steadyMillis);
}
