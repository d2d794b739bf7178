package io.tidemark.app.cli;

import io.tidemark.app.broker.BrokerAccess;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.app.sources.ListedSource;
import io.tidemark.app.sources.Skip;
import io.tidemark.app.sources.SourceTables;
import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Json;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sources",
    mixinStandardHelpOptions = true,
    description =
        "Lists the sources of the streams job, and those that are parked because their analysis"
            + " failed.",
    footer = {
      "Example: tidemark sources --bootstrap-servers localhost:9092",
      "         tidemark sources --bootstrap-servers localhost:9092 skip train.log"
    })
final class SourcesCommand implements Callable<Integer> {

  private static final List<Topic<?, ?>> READ =
      List.of(Topics.LINES, Topics.RUNS, Topics.PARKED_SOURCES);

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin PatienceOption patience = new PatienceOption();

  @Option(names = "--json", description = "prints JSON: name, state, generation, offset, reason")
  boolean json;

  @Parameters(
      arity = "0..2",
      paramLabel = "skip NAME",
      description =
          "continues the parked source NAME after its failing slice, which is counted as a gap")
  List<String> action = List.of();

  @Override
  public Integer call() throws Exception {
    if (action.equals(List.of("skip"))) {
      throw new Refusal(
          "sources skip: no NAME given; want the name of a parked source, as tidemark sources"
              + " lists it");
    }
    if (!action.isEmpty() && !(action.size() == 2 && action.get(0).equals("skip"))) {
      throw new Refusal(
          "sources: found '%s', want nothing or: skip NAME".formatted(String.join(" ", action)));
    }
    Map<String, Object> client = kafka.properties();
    // Creates no topics: without topics there is no job, and so no sources to list.
    BrokerAccess.await(client, patience.value(), () -> TopicSetup.require(client, READ));
    PrintStream out = System.out;
    return action.isEmpty() ? list(client, out) : skip(client, action.get(1), out);
  }

  private int list(Map<String, Object> client, PrintStream out) {
    try (SourceTables tables = new SourceTables(client)) {
      List<ListedSource> sources = ListedSource.of(tables.runs(), tables.parked());
      tables.unreadable().forEach(sentence -> System.err.println("tidemark: " + sentence));
      if (json) {
        out.println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(sources));
      } else if (sources.isEmpty()) {
        System.err.println("tidemark: no sources: the streams job has not published any yet");
      } else {
        sources.forEach(source -> out.println(source.line()));
      }
      return 0;
    }
  }

  private static int skip(Map<String, Object> client, String source, PrintStream out)
      throws Exception {
    try (StopSignal stop = new StopSignal()) {
      out.println(new Skip(client).of(source, stop.asked()).sentence(source));
      return 0;
    }
  }
}
