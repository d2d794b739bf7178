package io.tidemark.streams.publish;

import io.tidemark.model.ByteSize;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.BoardRecords;
import io.tidemark.model.wire.Published;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * Publishes to a board in the same process at once, and to the topics with a commit every two
 * seconds. A commit costs about as much as tracking 150 lines. Of state that keeps changing, a
 * commit writes only the newest record of each key.
 *
 * <p>Kafka Streams may commit without the waiting records, although the stored state marks them as
 * published. So only records that a start publishes again may wait: none of an ended run, and no
 * plan.
 */
public final class BoardPublication implements Publication {

  /** Interval of commits; a start after a kill repeats the work of the last interval. */
  static final Duration COMMIT_INTERVAL = Duration.ofSeconds(2);

  /** A flush reaches only the board, so it may follow the last one soon. */
  private static final Duration FLUSH_INTERVAL = Duration.ofMillis(20);

  /** The board gets a flush as a whole, up to this number of records. */
  private static final int MOST_SHOWN_TOGETHER = 1024;

  /** Largest size of all records that wait for a commit. */
  static final long MOST_WAITING_BYTES = 8 * ByteSize.MIB;

  /** Topics with state of open runs, which a start publishes again completely. */
  private static final Set<String> PUBLISHED_AGAIN =
      Set.of(Topics.RUNS.name(), Topics.USAGE.name(), Topics.OPS.name(), Topics.TIMELINES.name());

  private static final Set<String> OF_BOARD =
      Stream.concat(Topics.BOARD.stream(), Stream.of(Topics.REJECTS))
          .map(Topic::name)
          .collect(Collectors.toUnmodifiableSet());

  private record Key(String topic, ByteBuffer bytes) {}

  private final TopicPublication topics;
  private final BoardRecords board;
  private final UncommittedTasks tasks;
  private final List<Published<?, ?>> shown = new ArrayList<>();
  private final Map<Key, Outgoing> waiting = new LinkedHashMap<>();
  private long waitingBytes;
  private boolean uncommitted;
  private @Nullable Long committedMillis;

  public BoardPublication(
      ProcessorContext<byte[], byte[]> context, BoardRecords board, UncommittedTasks tasks) {
    this.topics = new TopicPublication(context);
    this.board = board;
    this.tasks = tasks;
  }

  @Override
  public void emit(List<Outgoing> records) {
    boolean ends = false;
    for (Outgoing record : records) {
      Published<?, ?> published = record.published();
      if (published != null && OF_BOARD.contains(record.topic())) {
        shown.add(published);
      }
      ends |= published != null && endsRun(published);
      write(record);
    }
    if (ends) {
      writeWaiting();
    }
    if (shown.size() > MOST_SHOWN_TOGETHER) {
      show();
    }
  }

  private static boolean endsRun(Published<?, ?> record) {
    return record.value() instanceof RunStatus run && run.endMillis() != null;
  }

  private void show() {
    if (!shown.isEmpty()) {
      board.onRecords(List.copyOf(shown));
      shown.clear();
    }
  }

  private void write(Outgoing record) {
    if (record.value() == null) {
      // Readers must see earlier records before a removal, and the removal before later records.
      writeWaiting();
      topics.emit(record);
    } else if (PUBLISHED_AGAIN.contains(record.topic())) {
      await(record.serialised());
    } else {
      topics.emit(record);
    }
  }

  private void await(Outgoing record) {
    Key key = new Key(record.topic(), ByteBuffer.wrap(record.key()));
    Outgoing before = waiting.remove(key);
    waitingBytes += record.bytes() - (before == null ? 0 : before.bytes());
    waiting.put(key, record);
    if (waitingBytes > MOST_WAITING_BYTES) {
      writeWaiting();
    }
  }

  private void writeWaiting() {
    waiting.values().forEach(topics::emit);
    waiting.clear();
    waitingBytes = 0;
  }

  /** Due as soon as the received records are applied, since no commit depends on it. */
  @Override
  public Instant nextFlush(long nowMillis, long flushedMillis) {
    long free = flushedMillis + FLUSH_INTERVAL.toMillis();
    boolean tooSoon = flushedMillis <= nowMillis && nowMillis < free;
    return Instant.ofEpochMilli(tooSoon ? free : nowMillis);
  }

  @Override
  public boolean flushed(boolean worked, long nowMillis) {
    show();
    if (worked) {
      uncommitted = true;
      tasks.add(this);
    }
    boolean due = uncommitted && (tasks.ending() || isOld(committedMillis, nowMillis));
    if (due) {
      writeWaiting();
      uncommitted = false;
      committedMillis = nowMillis;
      tasks.remove(this);
    }
    return due;
  }

  private static boolean isOld(@Nullable Long committedMillis, long nowMillis) {
    return committedMillis == null
        || Math.abs(nowMillis - committedMillis) >= COMMIT_INTERVAL.toMillis();
  }

  @Override
  public void close() {
    tasks.remove(this);
  }

  @Override
  public boolean pending() {
    return uncommitted;
  }

  /**
   * The tasks whose board is ahead of their topics. When the job ends, each commits at its next
   * flush, so that the topics hold everything shown.
   */
  public static final class UncommittedTasks {

    private final Set<Publication> tasks = new HashSet<>();
    private boolean ending;

    synchronized void add(Publication task) {
      tasks.add(task);
    }

    synchronized void remove(Publication task) {
      tasks.remove(task);
      notifyAll();
    }

    /** Whether the job ends, so that commits must not wait. */
    synchronized boolean ending() {
      return ending;
    }

    /**
     * Makes all tasks commit.
     *
     * @return whether they did in time; the next start publishes the rest again
     */
    public synchronized boolean end(Duration patience) throws InterruptedException {
      ending = true;
      long end = System.nanoTime() + patience.toNanos();
      while (!tasks.isEmpty()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
      }
      return true;
    }
  }
}
