package io.tidemark.bench;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.store.NoParts;
import io.tidemark.app.logfile.SlicedLog;
import io.tidemark.model.event.EventBatch;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Measures the events of a log: bytes per byte read, before compression, and CPU time. The analysis
 * of the same slices in the same thread serves as comparison. {@code EventsBench LOG [ROUNDS]}.
 */
public final class EventsBench {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Serializer<EventBatch> serializer = Topics.EVENTS.value().serializer();
  private long eventBytes;
  private long events;
  private long applyNanos;
  private long serialiseNanos;

  private EventsBench() {}

  public static void main(String[] args) throws IOException {
    Path log = Path.of(args[0]);
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    double[] shares = new double[rounds];
    EventsBench last = new EventsBench();
    for (int round = -2; round < rounds; round++) { // the first two are a warm-up
      last = new EventsBench();
      last.read(log);
      if (round >= 0) {
        shares[round] = (double) last.serialiseNanos / (last.serialiseNanos + last.applyNanos);
      }
    }
    Arrays.sort(shares);
    System.out.printf(
        Locale.ROOT,
        "events=%d bytes=%d per_byte_read=%.4f cpu_share=%.1f%% of analysis and events (%.1f to %.1f)%n",
        last.events,
        last.eventBytes,
        (double) last.eventBytes / Files.size(log),
        100 * shares[rounds / 2],
        100 * shares[0],
        100 * shares[rounds - 1]);
  }

  private void read(Path log) throws IOException {
    LogAnalysis state = LogAnalysis.load("log", new NoParts());
    SlicedLog.read(
        List.of(log),
        slice -> {
          long began = THREADS.getCurrentThreadCpuTime();
          Outcome outcome = state.apply(slice);
          long applied = THREADS.getCurrentThreadCpuTime();
          serialise(outcome);
          applyNanos += applied - began;
          serialiseNanos += THREADS.getCurrentThreadCpuTime() - applied;
        });
  }

  private void serialise(Outcome outcome) {
    for (Outcome.RunEvents run : outcome.events()) {
      EventBatch batch = new EventBatch(run.events());
      byte[] bytes = serializer.serialize(Topics.EVENTS.name(), new RecordHeaders(), batch);
      eventBytes += bytes.length;
      events += run.events().size();
    }
  }
}
