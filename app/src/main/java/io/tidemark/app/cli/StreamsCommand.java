package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.app.broker.OwnerOnly;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicIdentities;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.app.fault.FreeSpace;
import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.JobProperties;
import io.tidemark.streams.Streams;
import io.tidemark.streams.StreamsJobConfig;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "streams", mixinStandardHelpOptions = true)
final class StreamsCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin MetricsOptions metrics = new MetricsOptions();

  @Mixin OwnLogOptions ownLog = new OwnLogOptions();

  @Mixin SettingsOptions settings = new SettingsOptions();

  @Option(names = "--state", paramLabel = "DIR")
  @Nullable Path state;

  @Option(names = "--instance", paramLabel = "NAME")
  @Nullable String instance;

  @Option(names = "--application-id", paramLabel = "NAME")
  @Nullable String applicationId;

  @Override
  public Integer call() throws Exception {
    ownLog.apply();
    String name = instance == null ? instanceOn(ProcessSpace.host(), state) : instance;
    Path folder =
        state == null ? DataOrTemporary.orDefault(null).resolve("streams-" + name) : state;
    StreamsJobConfig config =
        new StreamsJobConfig(
            kafka.properties(),
            applicationId == null ? JobProperties.APPLICATION_ID : applicationId,
            folder,
            name,
            settings.value(),
            null);
    FreeSpace space = new FreeSpace("--state", folder);
    space.check();
    FileChannel held = hold(folder);
    try (held;
        MetricsOptions.Served served = metrics.serve(kafka.client::starting)) {
      AtomicReference<String> lines = new AtomicReference<>("");
      return kafka.run(
          Rights.STREAMS,
          Optional.empty(),
          () -> {
            TopicSetup.ensureChangelogs(kafka.properties(), config.applicationId());
            lines.set(StateOrigin.identity(kafka.properties()));
          },
          () -> {
            StateOrigin.require(folder, Objects.requireNonNullElse(lines.get(), ""));
            return run(config, served, space);
          });
    }
  }

  private int run(StreamsJobConfig config, MetricsOptions.Served start, FreeSpace space)
      throws Exception {
    try (StopSignal stop = new StopSignal();
        TopicIdentities topics = TopicIdentities.of(kafka.properties(), metrics.meters());
        Streams streams = Streams.open(config, metrics.meters());
        MetricsOptions.Served served = start.of(() -> true, streams::work, topics.contact())) {
      served.announce();
      stop.checkUntilAsked(streams::check, served::check, topics::check, space::check);
    }
    return 0;
  }

  /**
   * Records from which topic the state stores of a folder were built. Kafka Streams continues with
   * stores that are ahead of emptied changelogs. After a broker has lost its data, such stores
   * would drop each line as a duplicate.
   */
  static final class StateOrigin {

    private static final Logger LOG = LoggerFactory.getLogger(StateOrigin.class);

    private StateOrigin() {}

    /** The identity of the broker's present topic. */
    static String identity(Map<String, Object> kafka)
        throws InterruptedException, ExecutionException {
      String lines = Topics.LINES.name();
      try (Admin admin = Admin.create(kafka)) {
        return admin.describeTopics(List.of(lines)).allTopicNames().get().values().stream()
            .map(topic -> topic.topicId().toString())
            .findFirst()
            .orElse("");
      }
    }

    /** Causes a rebuild of the stores if they were built from another topic. */
    static void require(Path folder, String identity) throws IOException {
      Path file = folder.resolve("made-from");
      if (Files.exists(file) && !Files.readString(file).equals(identity)) {
        LOG.warn("{} holds the state of topics that are gone; it is rebuilt", folder);
        Streams.distrust(folder);
      }
      OwnerOnly.create(folder);
      if (!Files.exists(file)) {
        Files.createFile(file, OwnerOnly.file());
      }
      Files.writeString(file, identity);
    }
  }

  /** The default name of an instance: the host's name, and a hash of the folder if it was given. */
  static String instanceOn(String host, @Nullable Path named) {
    if (named == null) {
      return host;
    }
    String path = named.toAbsolutePath().normalize().toString();
    return host + "-" + UUID.nameUUIDFromBytes(path.getBytes(UTF_8)).toString().substring(0, 8);
  }

  /**
   * Creates the folder of an instance's state stores if absent, and locks it while the instance
   * runs. A second instance there would use the name of the first, which Kafka would then exclude.
   * The lock ends with the process.
   *
   * @throws Refusal when another instance uses it
   */
  static FileChannel hold(Path folder) throws IOException {
    OwnerOnly.create(folder);
    return OwnerOnly.lock(folder.resolve("in-use"))
        .orElseThrow(
            () ->
                new Refusal(
                    "--state %s: another streams process runs on this folder; want another --instance NAME, or a folder that is free"
                        .formatted(TerminalText.of(folder.toString()))));
  }
}
