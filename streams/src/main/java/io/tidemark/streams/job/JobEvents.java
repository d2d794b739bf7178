package io.tidemark.streams.job;

/** Notifications from the topology to the surrounding process; by default they do nothing. */
interface JobEvents {

  /** A slice was received; its lines were read from the log at {@code readMillis}. */
  default void onTracked(long readMillis) {}

  /** A slice of a source that failed too often was dropped. */
  default void onSliceIgnored() {}

  /** Sections of stored state could not be read and were begun anew. */
  default void onSectionsRestarted(int sections) {}
}
