package io.tidemark.model;

/** Which tailer follows which source: the values of {@code tidemark.owners}. */
public sealed interface OwnerRecord {

  /** Begins the keys of heartbeats; no source's name begins so. */
  String TAILER_KEY = "//tailer/";

  /** Key of the heartbeats of this tailer. */
  static String keyOf(TailerProcess tailer) {
    return TAILER_KEY + tailer.id();
  }

  /**
   * A tailer and one source, whose name is the key. Valid is the first claim in the topic's order
   * whose epoch is one above the epoch before.
   *
   * @param epoch counts the owners of the source, from 1
   */
  record Claim(Kind kind, long epoch, TailerProcess tailer) implements OwnerRecord {}

  /** What a tailer says of a source. */
  enum Kind {
    /** It wants to follow the source from now on. */
    CLAIMED,
    /** Its claim was valid; written again after a later one that is void had taken its place. */
    CONFIRMED,
    /** It has stopped, and kept how far it shipped: the source is free. */
    RELEASED
  }

  /**
   * The tailer of the key is there.
   *
   * @param number counts the heartbeats of one tailer, from 1
   */
  record Heartbeat(long number) implements OwnerRecord {}
}
