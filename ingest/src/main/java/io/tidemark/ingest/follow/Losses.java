package io.tidemark.ingest.follow;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts unread data by reason. Written by the tailer's thread, read by any thread. */
public final class Losses {

  /** Why the rest of a generation is not read. */
  public enum Reason {
    /** The file was cut, no copy holds the rest, and bytes that were seen are lost. */
    REST_GONE,
    /** The file was cut and no copy holds a rest, but no bytes that were seen are lost. */
    CUT_WITHOUT_COPY,
    /** The file was removed or rewritten while no tailer ran, and no copy is left. */
    GONE_WHILE_DOWN,
    /** The file came and went between two looks, and is found under no other name. */
    CAME_AND_WENT,
    /** Every read of the file failed during the whole waiting time. */
    UNREADABLE
  }

  private final Map<Reason, LongAdder> generations = new EnumMap<>(Reason.class);
  private final LongAdder bytes = new LongAdder();

  Losses() {
    for (Reason reason : Reason.values()) {
      generations.put(reason, new LongAdder());
    }
  }

  /** Number of generations that ended before they were read to their end. */
  public long generations(Reason reason) {
    return generations.getOrDefault(reason, bytes).sum();
  }

  public long bytes() {
    return bytes.sum();
  }

  void add(Reason reason, long lostBytes) {
    add(reason, 1, lostBytes);
  }

  void add(Reason reason, long lost, long lostBytes) {
    generations.getOrDefault(reason, bytes).add(lost);
    bytes.add(lostBytes);
  }
}
