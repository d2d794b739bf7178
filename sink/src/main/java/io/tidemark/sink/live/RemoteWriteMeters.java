package io.tidemark.sink.live;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.history.RemoteWrite;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Samples of remote write by outcome. {@code sent + dropped} are all written samples; {@code
 * repeated} counts the samples of a batch again for each retry. Beside them: the open runs that
 * were forgotten for lack of room.
 */
public final class RemoteWriteMeters implements AutoCloseable {

  private final MeterRegistry registry;
  private final List<FunctionCounter> counters;

  public RemoteWriteMeters(MeterRegistry registry, RemoteWrite remote, LiveHistory live) {
    this.registry = registry;
    this.counters =
        List.of(
            counter("sent", remote, RemoteWrite::accepted),
            counter("dropped", remote, RemoteWrite::dropped),
            counter("repeated", remote, RemoteWrite::repeated),
            FunctionCounter.builder(
                    "tidemark.remote.write.forgotten.runs", live, LiveHistory::forgotten)
                .description("Open runs forgotten before they were over, beyond the most series")
                .register(registry),
            FunctionCounter.builder(
                    "tidemark.remote.write.records.unreadable", live, LiveHistory::unreadable)
                .description("Records of a topic that could not be read and were skipped")
                .tag("topic", Topics.EVENTS.name())
                .register(registry));
  }

  private FunctionCounter counter(
      String outcome, RemoteWrite remote, ToDoubleFunction<RemoteWrite> count) {
    return FunctionCounter.builder("tidemark.remote.write.samples", remote, count)
        .description("Samples for the receiver of remote writes, by what became of them")
        .tag("outcome", outcome)
        .register(registry);
  }

  @Override
  public void close() {
    counters.forEach(registry::remove);
  }
}
