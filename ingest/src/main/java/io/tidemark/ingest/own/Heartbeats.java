package io.tidemark.ingest.own;

import io.tidemark.model.log.OwnerRecord.Heartbeat;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * This tailer's heartbeats as read back from the log, and how many of them came since another
 * tailer was heard. The next one is sent two seconds after the last one was read back. So six of
 * them after another tailer's last record prove ten seconds in which that one could have written.
 */
final class Heartbeats {

  static final long EVERY_MILLIS = 2_000;

  /** Two seconds shorter than the time after which others declare this tailer silent. */
  static final long CURRENT_MILLIS = 8_000;

  static final int SILENT_AFTER = 6;

  /** Compaction may have removed a heartbeat that was not read for long. */
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

  /** Records that the last heartbeat was not sent. */
  void refused(long nowMillis) {
    waitFrom(nowMillis);
  }

  /** Applies a heartbeat that was read back; returns whether it is the last one sent. */
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

  long number() {
    return number;
  }

  /** Records that another tailer has written. */
  void hear(String id) {
    heard.put(id, read);
  }

  /** Forgets tailers without a source; a new claim of theirs is heard again. */
  void retain(Set<String> owners) {
    heard.keySet().retainAll(owners);
  }

  int listened() {
    return heard.size();
  }

  boolean silent(String id) {
    return read - heard.getOrDefault(id, 0L) >= SILENT_AFTER;
  }

  /**
   * Whether the last heartbeat read back was sent so recently that no other tailer misses the next.
   */
  boolean current(long nowMillis) {
    return confirmedMillis != null && nowMillis - confirmedMillis < CURRENT_MILLIS;
  }

  /** Time since the last heartbeat that was read back was sent; 0 before the first. */
  long quietMillis(long nowMillis) {
    return confirmedMillis == null ? 0 : nowMillis - confirmedMillis;
  }
}
