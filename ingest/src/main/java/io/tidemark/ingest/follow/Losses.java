package io.tidemark.ingest.follow;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What could not be read, by reason. Written by the tailer's thread, read by any. */
public final class Losses {

  /** Why the rest of a generation is not read. */
  public enum Reason {
    /** It was cut and no copy holds its rest; bytes were seen that are gone. */
    REST_GONE,
    /** It was cut and no copy holds its rest; nothing was seen that is gone. */
    CUT_WITHOUT_COPY,
    /** While no tailer ran its file was removed or rewritten, and no copy is left. */
    GONE_WHILE_DOWN,
    /** Every read of its file failed for as long as is waited for. */
    UNREADABLE
  }

  private final Map<Reason, LongAdder> generations = new EnumMap<>(Reason.class);
  private final LongAdder bytes = new LongAdder();

  Losses() {
    for (Reason reason : Reason.values()) {
      generations.put(reason, new LongAdder());
    }
  }

  /** Generations that ended before they were read to their end. */
  public long generations(Reason reason) {
    return generations.getOrDefault(reason, bytes).sum();
  }

  /** Bytes that are known to be lost. */
  public long bytes() {
    return bytes.sum();
  }

  void add(Reason reason, long lostBytes) {
    generations.getOrDefault(reason, bytes).increment();
    bytes.add(lostBytes);
  }
}
