package io.tidemark.app;

import io.tidemark.app.sources.ListedSource;
import io.tidemark.app.sources.Skip;
import io.tidemark.app.sources.SourceTables;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Json;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sources",
    mixinStandardHelpOptions = true,
    description =
        "Lists the sources that the streams job follows, and those it has parked because their"
            + " analysis failed.",
    footer = {
      "Example: tidemark sources --bootstrap-servers localhost:9092",
      "         tidemark sources --bootstrap-servers localhost:9092 skip train.log"
    })
final class SourcesCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin PatienceOption patience = new PatienceOption();

  @Option(names = "--json", description = "as JSON: name, state, generation, offset, reason")
  boolean json;

  @Parameters(
      arity = "0..2",
      paramLabel = "skip NAME",
      description =
          "go on with parked source NAME behind its failing slice, which is counted as a gap")
  List<String> action = List.of();

  @Override
  public Integer call() throws Exception {
    if (!action.isEmpty() && !(action.size() == 2 && action.get(0).equals("skip"))) {
      throw new Refusal(
          "sources: found '%s', want nothing or: skip NAME".formatted(String.join(" ", action)));
    }
    kafka.awaitTopics(patience.told());
    PrintStream out = System.out;
    return action.isEmpty() ? list(out) : skip(action.get(1), out);
  }

  private int list(PrintStream out) {
    try (SourceTables tables = new SourceTables(kafka.properties())) {
      List<ListedSource> sources = ListedSource.of(tables.runs(), tables.parked());
      if (json) {
        out.println(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(sources));
      } else {
        sources.forEach(source -> out.println(source.line()));
      }
      return 0;
    }
  }

  private int skip(String source, PrintStream out) throws Exception {
    try (StopSignal stop = new StopSignal()) {
      boolean answered = new Skip(kafka.properties()).of(source, stop.asked());
      String name = TerminalText.of(source);
      out.println(
          answered
              ? "source %s goes on behind its failing slice".formatted(name)
              : "source %s: asked, no answer yet; a streams job answers once it runs"
                  .formatted(name));
      return 0;
    }
  }
}
