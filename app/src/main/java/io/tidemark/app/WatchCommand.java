package io.tidemark.app;

import io.tidemark.app.watch.AllInOne;
import io.tidemark.app.watch.Watch;
import io.tidemark.app.watch.WatchOptions;
import io.tidemark.ingest.IngestConfig;
import io.tidemark.model.Refusal;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = "Broker, tailer, streams and sink in one process, on this machine.",
    footer = "Example: tidemark watch --once examples/tenstorrent.log")
final class WatchCommand implements Callable<Integer> {

  @Parameters(arity = "1..*", paramLabel = "LOG", description = "files, globs, folders or -")
  List<String> logs = List.of();

  @Option(names = "--port", paramLabel = "P", description = "page and metrics, 8080 unless --once")
  @Nullable Integer port;

  @Option(names = "--data", paramLabel = "DIR", description = "what is kept between starts")
  @Nullable Path data;

  @Option(
      names = "--from",
      defaultValue = "start",
      description = "where a log never seen before is read from: start or end")
  String from = "start";

  @Mixin FormatOption format = new FormatOption();

  @Option(names = "--once", description = "read to the end, print the summary, exit")
  boolean once;

  @Option(names = "--json", description = "with --once: print the canonical state instead")
  boolean json;

  @Override
  public Integer call() throws Exception {
    PrintStream out = System.out;
    IngestConfig.From begin = FromOption.named(from);
    if (once && begin == IngestConfig.From.END) {
      throw new Refusal("--once with --from end reads nothing; leave one of them out");
    }
    WatchOptions options =
        new WatchOptions(logs, DataPaths.orDefault(data), port(), begin, once, format.told());
    try (StopSignal stop = new StopSignal();
        AllInOne parts = AllInOne.open(options)) {
      Watch watch = new Watch(parts, out, stop.asked());
      if (once) {
        watch.once(json);
      } else {
        // The launcher knows whether standard output is one; a JVM before 22 does not.
        watch.follow(Boolean.getBoolean("tidemark.terminal"));
      }
    }
    return 0;
  }

  private int port() {
    if (port != null) {
      return Ports.checked(port);
    }
    return once ? 0 : 8080;
  }
}
