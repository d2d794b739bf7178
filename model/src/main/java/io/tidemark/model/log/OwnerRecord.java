package io.tidemark.model.log;

/** Ownership of sources by tailers: the values of {@code tidemark.owners}. */
public sealed interface OwnerRecord {

  /** Prefix of heartbeat keys; no source name begins with it. */
  String TAILER_KEY = "//tailer/";

  /** Heartbeat key of this tailer. */
  static String keyOf(TailerProcess tailer) {
    return TAILER_KEY + tailer.id();
  }

  /**
   * A tailer's claim on a source, whose name is the key. The first claim in topic order whose epoch
   * is one above the previous epoch is valid.
   *
   * @param epoch number of owners of the source so far, from 1
   */
  record Claim(Kind kind, long epoch, TailerProcess tailer) implements OwnerRecord {}

  enum Kind {
    /** The tailer wants to follow the source from now on. */
    CLAIMED,
    /** The tailer's claim was valid. Written again after a later, invalid claim replaced it. */
    CONFIRMED,
    /** The tailer stopped and stored its position, so the source is free. */
    RELEASED
  }

  /**
   * The tailer of the key is alive.
   *
   * @param number number of the heartbeat of this tailer, from 1
   */
  record Heartbeat(long number) implements OwnerRecord {}
}
