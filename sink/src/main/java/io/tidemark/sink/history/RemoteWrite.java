package io.tidemark.sink.history;

import io.tidemark.sink.receiver.Endpoint;
import io.tidemark.sink.receiver.Receiver;
import io.tidemark.sink.receiver.ReceiverAnswer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xerial.snappy.Snappy;

/**
 * Sends samples to a Prometheus that accepts remote writes. A batch is repeated until it is
 * accepted or the patience ends: a repeated sample changes nothing. A receiver that rejects a batch
 * permanently names only one of its samples. So the batch is halved until the rejected samples are
 * alone; they are dropped and counted.
 */
public final class RemoteWrite implements HistoryWriter {

  static final int BATCH_SAMPLES = 2_000;

  /** Most halvings of a batch; after them, its parts are accepted or dropped as a whole. */
  static final int MOST_HALVINGS = 200;

  /** Most halvings after a batch without an accepted sample: enough to isolate one sample. */
  static final int FEW_HALVINGS = 12;

  /** Accepted requests after which larger ones are tried again: a limit may have been raised. */
  static final int LARGER_AFTER = 200;

  private static final Logger LOG = LoggerFactory.getLogger(RemoteWrite.class);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Map<String, String> FORMAT =
      Map.of(
          "Content-Type", "application/x-protobuf",
          "Content-Encoding", "snappy",
          "X-Prometheus-Remote-Write-Version", "0.1.0");

  private final Endpoint receiver;
  private final boolean lasting;
  private final Receiver to;
  private WriteRequest batch = new WriteRequest();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong tooOld = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();
  private int mostHalvings = MOST_HALVINGS;

  /** Samples of a batch; fewer once the receiver finds a request too large. */
  private int mostSamples = BATCH_SAMPLES;

  /** Accepted requests since {@link #mostSamples} changed. */
  private int acceptedAlike;

  private @Nullable String whyDropped;

  private RemoteWrite(Endpoint receiver, Duration patience, boolean lasting) {
    this.receiver = receiver;
    this.lasting = lasting;
    this.to = new Receiver(receiver, FORMAT, patience, ANSWER, lasting);
  }

  /**
   * A writer of a command that ends and reports the dropped samples.
   *
   * @param patience how long a batch is retried before the receiver counts as gone
   */
  public RemoteWrite(Endpoint receiver, Duration patience) {
    this(receiver, patience, false);
  }

  /**
   * A writer of a program that lasts and logs the first dropped sample.
   *
   * @param patience how long a batch is retried before it is lost
   */
  public static RemoteWrite lasting(Endpoint receiver, Duration patience) {
    return new RemoteWrite(receiver, patience, true);
  }

  @Override
  public void write(Series series, long millis, double value) throws IOException {
    add(series, millis, value);
  }

  /** Adds a sample, which is sent with its batch. */
  public void add(LabelledSeries series, long millis, double value) throws IOException {
    batch.add(series, millis, value);
    if (batch.samples() >= mostSamples) {
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
      if (part.samples() == 0) {
        continue;
      }
      Receiver.Reply reply = delivered(part);
      boolean large = reply.answer() == ReceiverAnswer.TOO_LARGE;
      if (reply.answer() == ReceiverAnswer.ACCEPTED) {
        accepted.addAndGet(part.samples());
        mostHalvings = MOST_HALVINGS;
        if (mostSamples < BATCH_SAMPLES && ++acceptedAlike >= LARGER_AFTER) {
          limit(Math.min(2 * mostSamples, BATCH_SAMPLES));
        }
      } else if (part.samples() > 1 && (large || halvings < mostHalvings)) {
        if (large) {
          limit(Math.min(mostSamples, part.samples() / 2));
        } else {
          halvings++;
        }
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

  private void limit(int samples) {
    mostSamples = samples;
    acceptedAlike = 0;
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
      if (lasting) {
        LOG.warn(
            "{} refuses some samples for good; they are dropped and counted: {}", receiver, said);
      }
    }
  }

  /**
   * Samples in the format of remote write 1.0:
   *
   * <pre>
   *   WriteRequest { 1: TimeSeries { 1: Label { 1: name, 2: value }, 2: Sample { 1: double, 2: ms } } }
   * </pre>
   */
  static final class WriteRequest {

    private final Map<LabelledSeries, List<Point>> lines = new LinkedHashMap<>();
    private int samples;

    private record Point(long millis, double value) {}

    void add(LabelledSeries series, long millis, double value) {
      lines.computeIfAbsent(series, any -> new ArrayList<>()).add(new Point(millis, value));
      samples++;
    }

    int samples() {
      return samples;
    }

    /**
     * Splits the request, which must have at least two samples. It is split by series while there
     * are several, then by time, the older half first.
     */
    List<WriteRequest> halves() {
      List<WriteRequest> halves = List.of(new WriteRequest(), new WriteRequest());
      int half = lines.size() > 1 ? (lines.size() + 1) / 2 : (samples + 1) / 2;
      int seen = 0;
      for (Map.Entry<LabelledSeries, List<Point>> line : lines.entrySet()) {
        for (Point point : line.getValue()) {
          halves.get(seen < half ? 0 : 1).add(line.getKey(), point.millis(), point.value());
          seen += lines.size() > 1 ? 0 : 1;
        }
        seen += lines.size() > 1 ? 1 : 0;
      }
      return halves;
    }

    /** Removes the samples up to the newest ones of another, by series; returns their number. */
    int without(WriteRequest newest) {
      int before = samples;
      newest.lines.forEach(
          (series, points) -> {
            long upTo = points.get(points.size() - 1).millis();
            List<Point> mine = lines.getOrDefault(series, new ArrayList<>());
            int all = mine.size();
            mine.removeIf(point -> point.millis() <= upTo);
            samples -= all - mine.size();
            if (mine.isEmpty()) {
              lines.remove(series);
            }
          });
      return before - samples;
    }

    /** The time of the first sample of its first series; there must be at least one sample. */
    long firstMillis() {
      return lines.values().iterator().next().get(0).millis();
    }

    /** Its first series and the time of its first sample, in readable form. */
    String shown() {
      LabelledSeries first = lines.keySet().iterator().next();
      String labels =
          first.labels().entrySet().stream()
              .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
              .collect(Collectors.joining(","));
      return "%s{%s} at %s".formatted(first.name(), labels, Instant.ofEpochMilli(firstMillis()));
    }

    byte[] bytes() {
      ProtoMessage request = new ProtoMessage();
      lines.forEach((series, points) -> request.message(1, line(series, points)));
      return request.bytes();
    }

    /** The receiver wants labels sorted; {@code __name__} sorts before every letter. */
    private static ProtoMessage line(LabelledSeries series, List<Point> points) {
      ProtoMessage line = new ProtoMessage();
      line.message(1, label("__name__", series.name()));
      series.labels().forEach((name, value) -> line.message(1, label(name, value)));
      for (Point point : points) {
        line.message(2, new ProtoMessage().fixed64(1, point.value()).varint(2, point.millis()));
      }
      return line;
    }

    private static ProtoMessage label(String name, String value) {
      return new ProtoMessage().text(1, name).text(2, value);
    }
  }
}
