package io.tidemark.sink.push;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.model.BuildVersion;
import io.tidemark.sink.receiver.Endpoint;
import io.tidemark.sink.receiver.Receiver;
import io.tidemark.sink.receiver.ReceiverAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a scrape once to a receiver of OTLP over HTTP. */
final class OtlpPush implements Push.Target {

  private static final Logger LOG = LoggerFactory.getLogger(OtlpPush.class);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** {@code ExportMetricsServiceResponse { 1: PartialSuccess { 1: rejected points } }}. */
  private static final Pattern PARTIAL =
      Pattern.compile("\n[\u0080-\u00ff]*.\b([\u0080-\u00ff]*.)", Pattern.DOTALL);

  private final Endpoint endpoint;
  private final MeterRegistry meters;
  private final Map<String, String> resource;
  private final Receiver receiver;

  /**
   * @param instance host and port of the scrape, such as {@code node-7:9464}
   */
  OtlpPush(Endpoint endpoint, String instance, MeterRegistry meters) {
    this.endpoint = endpoint;
    this.meters = meters;
    this.resource =
        Map.of(
            "service.name",
            "tidemark",
            "service.version",
            BuildVersion.current(),
            "service.instance.id",
            instance,
            "host.name",
            instance.replaceFirst(":\\d+$", ""));
    this.receiver =
        new Receiver(endpoint, Map.of("Content-Type", "application/x-protobuf"), LONGEST);
    List.of("sent", "rejected", "missed").forEach(this::points);
  }

  private Counter points(String outcome) {
    return Counter.builder("tidemark.otlp.points")
        .description("Points for the receiver of OTLP, by what became of them")
        .tag("outcome", outcome)
        .register(meters);
  }

  @Override
  public boolean push(MetricSnapshots scrape, long millis) throws IOException {
    OtlpRequest request = new OtlpRequest(scrape, millis);
    Receiver.Reply reply = receiver.once(request.bytes(resource));
    if (reply.answer() != ReceiverAnswer.ACCEPTED && !reply.answer().isFinal()) {
      points("missed").increment(request.points());
      return false;
    }
    int rejected =
        reply.answer() == ReceiverAnswer.ACCEPTED ? rejected(reply.body()) : request.points();
    if (rejected > 0 && points("rejected").count() == 0) {
      LOG.warn("{} rejects some points; they are dropped and counted: {}", endpoint, reply.said());
    }
    points("rejected").increment(rejected);
    points("sent").increment(request.points() - rejected);
    return true;
  }

  private static int rejected(String body) {
    Matcher partial = PARTIAL.matcher(body);
    return partial.lookingAt()
        ? new StringBuilder(partial.group(1))
            .reverse()
            .chars()
            .reduce(0, (number, next) -> (number << 7) | (next & 0x7f))
        : 0;
  }
}
