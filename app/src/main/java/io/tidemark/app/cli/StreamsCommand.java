package io.tidemark.app.cli;

import io.tidemark.app.broker.TopicIdentities;
import io.tidemark.app.fault.FreeSpace;
import io.tidemark.streams.Streams;
import io.tidemark.streams.StreamsJobConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "streams",
    mixinStandardHelpOptions = true,
    description = "Analyses the shipped lines and publishes memory use, plans and alerts.",
    footer = "Example: tidemark streams --bootstrap-servers localhost:9092 --instance one")
final class StreamsCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin MetricsOptions metrics = new MetricsOptions();

  @Mixin SettingsOptions settings = new SettingsOptions();

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = {
        "folder of the state stores",
        "allowed: a folder of this user, created if absent; one instance at a time",
        "default: streams-INSTANCE in $XDG_STATE_HOME/tidemark, else in ~/.local/state/tidemark"
      })
  @Nullable Path state;

  @Option(
      names = "--instance",
      paramLabel = "NAME",
      description = {
        "name of this instance, the same at every start",
        "allowed: 1 to 200 of the characters a-z A-Z 0-9 . _ -",
        "default: the host's name, with --state DIR followed by a mark of that folder"
      })
  @Nullable String instance;

  @Override
  public Integer call() throws Exception {
    String name = instance == null ? StateFolder.instanceOn(host(), state) : instance;
    Path folder = state == null ? DataPaths.orDefault(null).resolve("streams-" + name) : state;
    StreamsJobConfig config =
        new StreamsJobConfig(kafka.properties(), folder, name, settings.value());
    FreeSpace space = new FreeSpace("--state", folder);
    space.check();
    try (StateFolder held = StateFolder.hold(folder)) {
      return run(config, held, space);
    }
  }

  private static String host() throws UnknownHostException {
    return InetAddress.getLocalHost().getHostName();
  }

  /** Runs until it is stopped. */
  private int run(StreamsJobConfig config, StateFolder folder, FreeSpace space) throws Exception {
    AtomicReference<String> lines = new AtomicReference<>("");
    kafka.awaitTopics(Optional.empty(), () -> lines.set(StateOrigin.identity(kafka.properties())));
    StateOrigin.require(folder.path(), Objects.requireNonNullElse(lines.get(), ""));
    try (StopSignal stop = new StopSignal();
        TopicIdentities topics = TopicIdentities.of(kafka.properties());
        Streams streams = Streams.open(config, metrics.meters());
        MetricsOptions.Served served = metrics.serve(() -> true, streams::work)) {
      served.announce();
      while (!stop.asked().await(200, TimeUnit.MILLISECONDS)) {
        streams.check();
        topics.check();
        space.check();
      }
    }
    return 0;
  }
}
