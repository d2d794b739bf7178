package io.tidemark.app.cli;

import io.tidemark.app.broker.BrokerAccess;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Properties of Kafka clients, those of a file overridden by single ones, and missing topics. */
final class ClientOptions {

  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_-]{1,100}");

  @Option(names = "--config", paramLabel = "FILE")
  @Nullable Path config;

  @Option(names = "--kafka", paramLabel = "KEY=VALUE")
  Map<String, String> kafka = new HashMap<>();

  @Option(names = "--no-create-topics")
  boolean noCreateTopics;

  /** A program's own properties, which the user's override. */
  final Map<String, Object> defaults = new HashMap<>();

  private volatile String starting = "starting up";

  /** Why the program has not begun. */
  Optional<String> starting() {
    return Optional.of(starting);
  }

  /**
   * Sets the prefix of all topics of this process.
   *
   * @throws Refusal when it is no prefix, or the topics have another one already
   */
  @Option(names = "--topic-prefix", paramLabel = "NAME")
  void topicPrefix(@Nullable String prefix) {
    if (prefix == null) {
      return;
    }
    if (!PREFIX.matcher(prefix).matches()) {
      throw new Refusal(
          "--topic-prefix '%s': want 1 to 100 of the characters a-z A-Z 0-9 _ -"
              .formatted(TerminalText.of(prefix)));
    }
    System.setProperty(Topics.PREFIX_PROPERTY, prefix);
    if (!Topics.PREFIX.equals(prefix)) {
      throw new Refusal(
          "--topic-prefix '%s': this process has the prefix '%s'".formatted(prefix, Topics.PREFIX));
    }
  }

  boolean given() {
    return noCreateTopics || config != null || !kafka.isEmpty();
  }

  /**
   * @throws Refusal when the file cannot be read
   */
  Map<String, Object> properties(String bootstrapServers) {
    Map<String, Object> all = new HashMap<>(defaults);
    if (config != null) {
      Properties read = read(config);
      read.stringPropertyNames().forEach(key -> all.put(key, read.getProperty(key)));
    }
    all.putAll(kafka);
    all.put("bootstrap.servers", bootstrapServers);
    return all;
  }

  /**
   * Waits for the broker, creates missing topics and checks existing ones, then asks another
   * question; all of it is repeated if the broker becomes unreachable.
   *
   * @param own the topics that the program uses, and for what
   */
  void awaitTopics(
      Map<String, Object> properties,
      Rights own,
      Optional<Duration> patience,
      BrokerAccess.Question then)
      throws InterruptedException, ExecutionException {
    BrokerAccess.await(
        properties,
        patience,
        words -> starting = words,
        () -> {
          TopicSetup.ensure(properties, own, Missing.createdUnless(noCreateTopics));
          then.ask();
        });
  }

  private static Refusal refusal(Path file, String found) {
    return new Refusal(
        "--config '%s': %s; want a readable file of KEY=VALUE lines".formatted(file, found));
  }

  private static Properties read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return properties;
    } catch (IOException e) {
      throw refusal(file, IoReason.of(e));
    } catch (IllegalArgumentException e) {
      throw refusal(file, String.valueOf(e.getMessage()));
    }
  }

  /** Time that a command waits for an unreachable broker. */
  static final class PatienceOption {

    @Option(names = "--patience", paramLabel = "DURATION")
    String patience = "60s";

    Optional<Duration> value() {
      return Optional.of(Durations.parse("--patience", patience));
    }
  }
}
