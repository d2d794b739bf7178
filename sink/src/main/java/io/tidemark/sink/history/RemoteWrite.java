package io.tidemark.sink.history;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xerial.snappy.Snappy;

/**
 * Sends samples to a Prometheus that accepts remote writes. A batch is repeated until it is
 * accepted, since a repeated sample changes nothing. A receiver that rejects a batch permanently
 * names only one of its samples. So the batch is halved until the rejected samples are alone; they
 * are dropped and counted.
 */
public final class RemoteWrite implements HistoryWriter {

  static final int BATCH_SAMPLES = 2_000;

  /** Most halvings of a batch; after them, its parts are accepted or dropped as a whole. */
  static final int MOST_HALVINGS = 200;

  /** Most halvings after a batch without an accepted sample: enough to isolate one sample. */
  static final int FEW_HALVINGS = 12;

  private static final Logger LOG = LoggerFactory.getLogger(RemoteWrite.class);
  private static final Receiver.Reply ACCEPTED =
      new Receiver.Reply(ReceiverAnswer.ACCEPTED, "", "");

  /** Retries until it is closed: a live writer can wait, and a wrong receiver may be repaired. */
  public static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Endpoint receiver;
  private final Duration patience;
  private final Receiver to;
  private WriteRequest batch = new WriteRequest();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong tooOld = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();
  private int mostHalvings = MOST_HALVINGS;
  private @Nullable String whyDropped;

  /**
   * @param patience how long a batch is retried before the receiver counts as gone
   */
  public RemoteWrite(Endpoint receiver, Duration patience) {
    this.receiver = receiver;
    this.patience = patience;
    this.to = new Receiver(receiver, patience);
  }

  @Override
  public void write(Series series, long millis, double value) throws IOException {
    batch.add(series, millis, value);
    if (batch.samples() >= BATCH_SAMPLES) {
      send();
    }
  }

  @Override
  public void finish() throws IOException {
    if (batch.samples() > 0) {
      send();
    }
  }

  /** Samples that the receiver accepted, stale markers included. */
  public long accepted() {
    return accepted.get();
  }

  public long dropped() {
    return dropped.get();
  }

  /** Dropped samples that are older than the receiver's window. */
  public long tooOld() {
    return tooOld.get();
  }

  public long repeated() {
    return repeated.get();
  }

  /** The receiver's reason for the first dropped sample, and its series; empty without one. */
  public String whyDropped() {
    return whyDropped == null ? "" : whyDropped;
  }

  private void send() throws IOException {
    Deque<WriteRequest> left = new ArrayDeque<>(List.of(batch));
    batch = new WriteRequest();
    long before = accepted.get();
    int halvings = 0;
    while (!left.isEmpty()) {
      WriteRequest part = left.pop();
      Receiver.Reply reply = part.samples() == 0 ? ACCEPTED : delivered(part);
      if (reply.answer() == ReceiverAnswer.ACCEPTED) {
        accepted.addAndGet(part.samples());
        mostHalvings = part.samples() > 0 ? MOST_HALVINGS : mostHalvings;
      } else if (part.samples() > 1 && halvings < mostHalvings) {
        halvings++;
        halve(part, reply.answer() == ReceiverAnswer.TOO_OLD, left);
      } else {
        drop(part, reply.said());
        tooOld.addAndGet(reply.answer() == ReceiverAnswer.TOO_OLD ? part.samples() : 0);
        if (part.samples() == 1
            && reply.answer() == ReceiverAnswer.TOO_OLD
            && part.firstMillis() < System.currentTimeMillis()) {
          left.forEach(other -> dropOlder(other.without(part)));
        }
      }
    }
    if (accepted.get() == before) {
      mostHalvings = FEW_HALVINGS;
    }
  }

  private void dropOlder(int samples) {
    dropped.addAndGet(samples);
    tooOld.addAndGet(samples);
  }

  /** If age matters, the newer half comes first: if it is too old, so is the older half. */
  private static void halve(WriteRequest part, boolean newestFirst, Deque<WriteRequest> left) {
    List<WriteRequest> halves = part.halves();
    left.push(halves.get(newestFirst ? 0 : 1));
    left.push(halves.get(newestFirst ? 1 : 0));
  }

  private Receiver.Reply delivered(WriteRequest part) throws IOException {
    return to.delivered(Snappy.compress(part.bytes()), () -> repeated.addAndGet(part.samples()));
  }

  private void drop(WriteRequest part, String words) {
    if (dropped.getAndAdd(part.samples()) == 0) {
      String said = "%s, first for %s".formatted(words, part.shown());
      whyDropped = said;
      // A writer with finite patience reports the dropped samples at its end.
      if (patience.equals(FOR_EVER)) {
        LOG.warn(
            "{} rejects some samples permanently; they are dropped and counted: {}",
            receiver,
            said);
      }
    }
  }

  /** The HTTP client of this Java version needs no closing. */
  @Override
  public void close() {}
}
