package io.tidemark.app.cli;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.app.broker.TopicIdentities.KafkaContact;
import io.tidemark.app.pipeline.KafkaMeters;
import io.tidemark.app.pipeline.Meters;
import io.tidemark.model.Refusal;
import io.tidemark.model.meter.StallCheck;
import io.tidemark.sink.meter.ProcessMeters;
import io.tidemark.sink.page.Health;
import io.tidemark.sink.page.Listen;
import io.tidemark.sink.page.MetricsServer;
import io.tidemark.sink.page.WebServer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Address of the metrics of a program without a page; they are served only on request. */
final class MetricsOptions {

  @Option(names = "--metrics-port", paramLabel = "P", converter = Port.class)
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

  /** The registry of this program if it is served; else one that keeps nothing. */
  MeterRegistry shown() {
    return port == null ? new CompositeMeterRegistry() : meters();
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
        throw new Refusal(
            "--web-config, --allowed-host or --protect-health without --metrics-port: nothing is"
                + " served");
      }
      return Optional.empty();
    }
    return Optional.of(web.listen(host, port));
  }

  /**
   * Serves until closed; nothing unless a port is given. The program counts as alive and not ready.
   *
   * @param starting why it is not ready
   */
  Served serve(Health starting) {
    Served served = new Served(starting);
    checked().ifPresent(served::listen);
    return served;
  }

  final class Served implements AutoCloseable {

    private volatile Health health = Optional::empty;
    private volatile Health ready;
    private String line = "";
    private Runnable end = () -> {};

    private Served(Health starting) {
      this.ready = starting;
    }

    private void listen(Listen listen) {
      WebServer server =
          MetricsServer.start(meters(), () -> health.problem(), () -> ready.problem(), listen);
      ProcessMeters process = ProcessMeters.of(meters());
      line = "metrics on %s/metrics%n".formatted(listen.address(server.port()));
      end =
          () -> {
            process.close();
            server.close();
          };
    }

    /**
     * The program has started. Closing it ends the serving before the program ends.
     *
     * @param kafka makes it unready besides its own health, and stops the clock of a stall
     */
    Served of(BooleanSupplier alive, Supplier<StallCheck.Work> work, KafkaContact kafka) {
      StallCheck check = new StallCheck(stall.value(), kafka::answeredNanos, work);
      health = () -> Health.whileAlive(alive).problem().or(check::problem);
      ready = kafka::problem;
      return this;
    }

    void announce() {
      System.out.print(line);
      System.out.flush();
    }

    /**
     * Called often, so that the first question about its health already knows since when it does
     * nothing.
     */
    void check() {
      if (port != null) {
        health.problem();
      }
    }

    @Override
    public void close() {
      end.run();
      end = () -> {};
    }
  }

  /** Time without progress after which a program with pending work is reported as stalled. */
  static final class StallOption {

    @Option(names = "--stalled-after", paramLabel = "DURATION")
    String stalledAfter = "30s";

    Duration value() {
      return Durations.parse("--stalled-after", stalledAfter);
    }
  }

  /** Whether all meters of Kafka's clients are served. */
  static final class KafkaMetricsOption {

    @Option(names = "--kafka-metrics")
    boolean all;

    KafkaMeters value() {
      return all ? KafkaMeters.ALL : KafkaMeters.SHOWN;
    }

    PrometheusMeterRegistry registry() {
      return Meters.registry(value());
    }
  }
}
