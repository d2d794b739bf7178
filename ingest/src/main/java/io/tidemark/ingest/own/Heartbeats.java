package io.tidemark.ingest.own;

import io.tidemark.model.OwnerRecord.Heartbeat;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * This tailer's heartbeats as they come back from the log, and how many of them came since another
 * tailer was heard. The next one is sent two seconds after the last one came back, so six of them
 * after another's last record stand for ten seconds in which that one could have written.
 */
final class Heartbeats {

  static final long EVERY_MILLIS = 2_000;

  /** Two seconds less than it takes others to declare this tailer silent. */
  static final long CURRENT_MILLIS = 8_000;

  static final int SILENT_AFTER = 6;

  /** Compaction may have removed one that was not read for long. */
  private static final long GIVEN_UP_MILLIS = 30_000;

  private final Map<String, Long> heard = new HashMap<>();
  private long number;
  private long read;
  private State state = State.DUE;
  private long sentMillis;
  private long waitsFromMillis;
  private @Nullable Long confirmedMillis;

  private enum State {
    DUE,
    SENT,
    WAITING
  }

  boolean due(long nowMillis) {
    return switch (state) {
      case DUE -> true;
      case SENT -> nowMillis - sentMillis >= GIVEN_UP_MILLIS;
      case WAITING -> nowMillis - waitsFromMillis >= EVERY_MILLIS;
    };
  }

  Heartbeat next(long nowMillis) {
    number++;
    state = State.SENT;
    sentMillis = nowMillis;
    return new Heartbeat(number);
  }

  /** The last one was not sent. */
  void refused(long nowMillis) {
    waitFrom(nowMillis);
  }

  /** An own one came back. */
  boolean confirm(Heartbeat own, long nowMillis) {
    if (state != State.SENT || own.number() != number) {
      return false;
    }
    confirmedMillis = sentMillis;
    read++;
    waitFrom(nowMillis);
    return true;
  }

  private void waitFrom(long nowMillis) {
    state = State.WAITING;
    waitsFromMillis = nowMillis;
  }

  /** How many were sent so far. */
  long number() {
    return number;
  }

  /** Another tailer wrote something. */
  void hear(String id) {
    heard.put(id, read);
  }

  /** Forgets tailers that have no source: one that claims any is heard by that. */
  void retain(Set<String> owners) {
    heard.keySet().retainAll(owners);
  }

  /** How many other tailers are listened to. */
  int listened() {
    return heard.size();
  }

  boolean silent(String id) {
    return read - heard.getOrDefault(id, 0L) >= SILENT_AFTER;
  }

  /** The log is read up to a heartbeat that was sent so lately that nobody misses the next one. */
  boolean current(long nowMillis) {
    return confirmedMillis != null && nowMillis - confirmedMillis < CURRENT_MILLIS;
  }

  /** How long no heartbeat of this tailer came into the log. */
  long quietMillis(long nowMillis) {
    return confirmedMillis == null ? 0 : nowMillis - confirmedMillis;
  }
}
