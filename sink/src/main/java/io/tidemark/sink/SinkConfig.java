package io.tidemark.sink;

import io.tidemark.sink.meter.BoardCollector;
import io.tidemark.sink.read.Handover;
import io.tidemark.sink.receiver.Endpoint;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the sink.
 *
 * @param kafka client properties, {@code bootstrap.servers} among them
 * @param page address of the page for links from elsewhere; empty for that of the server
 * @param receivers what is sent of the runs
 * @param scope what is shown
 * @param stalledAfter how long records may wait before the sink is unhealthy
 * @param handover delivers records of a streams job in the same process; {@code null} if they come
 *     from the topics
 */
public record SinkConfig(
    Map<String, Object> kafka,
    String page,
    Receivers receivers,
    Scope scope,
    Duration stalledAfter,
    @Nullable Handover handover) {

  /** Much longer than a restart of the broker takes. */
  public static final Duration STALLED_AFTER = Duration.ofSeconds(30);

  /**
   * Receivers of what a scrape holds; {@code null} for none.
   *
   * @param remoteWrite of samples
   * @param otlp of points
   * @param host of this program
   */
  public record Receivers(@Nullable Endpoint remoteWrite, @Nullable Endpoint otlp, String host) {

    public static final Receivers NONE = new Receivers(null, null, "");
  }

  /**
   * A sink's share of the runs.
   *
   * @param sources whose runs it shows and sends to the receivers
   * @param mostRuns runs in a scrape; above 0
   */
  public record Scope(Predicate<String> sources, int mostRuns) {

    public static final Scope ALL = new Scope(source -> true, BoardCollector.MOST_RUNS);
  }

  public SinkConfig {
    kafka = Map.copyOf(kafka);
  }
}
