package io.tidemark.app.cli;

import io.tidemark.app.broker.BrokerAccess;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.fault.Fault;
import io.tidemark.app.fault.FaultSentences;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The connection of a program to its Kafka broker. */
final class KafkaOptions {

  @Option(names = "--bootstrap-servers", required = true, paramLabel = "HOST:PORT")
  String bootstrapServers = "";

  @Mixin ClientOptions client = new ClientOptions();

  /** Runs a program as soon as its topics are there and as declared. */
  int run(Rights own, Callable<Integer> program) throws Exception {
    return run(own, Optional.empty(), () -> {}, program);
  }

  /**
   * Waits for the broker, creates missing topics and checks existing ones, then asks another
   * question; all of it is repeated if the broker becomes unreachable. Then runs a program.
   *
   * @param own the topics that the program uses, and for what
   * @throws Fault that names its user, when Kafka does not allow something
   */
  int run(
      Rights own,
      Optional<Duration> patience,
      BrokerAccess.Question then,
      Callable<Integer> program)
      throws Exception {
    try {
      client.awaitTopics(properties(), own, patience, then);
      return program.call();
    } catch (Exception e) {
      Optional<String> denied =
          FaultSentences.denied("Kafka at " + bootstrapServers, Rights.user(properties()), e);
      throw denied.<Exception>map(Fault::new).orElse(e);
    }
  }

  Map<String, Object> properties() {
    return client.properties(bootstrapServers);
  }
}
