package io.tidemark.streams;

/** What the topology reports to the process around it; nothing unless a method is overridden. */
interface JobEvents {

  /** A slice was received that was read from its log at this time. */
  default void onTracked(long readMillis) {}

  /** A command met no failure of its own. */
  default void onCommandIgnored() {}

  /** A stored parked source cannot be read. */
  default void onParkedUnreadable() {}

  /** So many sections of stored state were begun anew. */
  default void onSectionsRestarted(int sections) {}
}
