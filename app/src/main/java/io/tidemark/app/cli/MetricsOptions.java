package io.tidemark.app.cli;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.Refusal;
import io.tidemark.model.meter.StallCheck;
import io.tidemark.sink.meter.BuildMeter;
import io.tidemark.sink.meter.ProcessMeters;
import io.tidemark.sink.page.Health;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.MetricsServer;
import io.tidemark.sink.page.WebServer;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Address of the metrics of a program without a page; they are served only on request. */
final class MetricsOptions {

  @Option(names = "--metrics-port", paramLabel = "P")
  @Nullable Integer port;

  @Option(names = "--metrics-host", paramLabel = "ADDRESS")
  String host = "127.0.0.1";

  @Mixin WebOptions web = new WebOptions();

  @Mixin StallOption stall = new StallOption();

  @Mixin KafkaMetricsOption kafkaMetrics = new KafkaMetricsOption();

  private @Nullable PrometheusMeterRegistry meters;

  /** The registry of this program; available once its options are read. */
  PrometheusMeterRegistry meters() {
    PrometheusMeterRegistry known = meters == null ? kafkaMetrics.registry() : meters;
    meters = known;
    return known;
  }

  /**
   * Checks the options before anything is started.
   *
   * @throws Refusal when one is wrong
   */
  Optional<Listen> checked() {
    stall.value();
    if (port == null) {
      if (web.given()) {
        throw new Refusal("--web-config without --metrics-port: nothing is served");
      }
      return Optional.empty();
    }
    return Optional.of(new Listen(host, Ports.checked("--metrics-port", port), web.config()));
  }

  /**
   * Serves until closed; nothing unless a port is given.
   *
   * @param ready what makes it unready besides its own health
   */
  Served serve(BooleanSupplier alive, Supplier<StallCheck.Work> work, Health ready) {
    Optional<Listen> checked = checked();
    if (checked.isEmpty()) {
      return new Served("", () -> {});
    }
    Listen listen = checked.get();
    StallCheck check = stall.check(work);
    Health health = () -> Health.whileAlive(alive).problem().or(check::problem);
    WebServer server = MetricsServer.start(meters(), health, ready, listen);
    ProcessMeters process = ProcessMeters.of(meters());
    meters().getPrometheusRegistry().register(new BuildMeter());
    return new Served(
        "metrics on %s/metrics%n".formatted(listen.address(server.port())),
        () -> {
          process.close();
          server.close();
        });
  }

  /** The running server, and the line that names its address. */
  record Served(String line, Runnable end) implements AutoCloseable {

    void announce() {
      System.out.print(line);
      System.out.flush();
    }

    @Override
    public void close() {
      end.run();
    }
  }
}
