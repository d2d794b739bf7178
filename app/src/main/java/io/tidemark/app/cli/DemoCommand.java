package io.tidemark.app.cli;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.demo.DemoLogs;
import io.tidemark.app.notify.Notifier;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.app.watch.Watch;
import io.tidemark.ingest.IngestConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.utils.Utils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "demo", mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {

  /**
   * Sufficient on a busy machine; the folder is deleted only after the programs that write there
   * have ended.
   */
  private static final long SECONDS_TO_CLOSE = 60;

  @Option(names = "--port", paramLabel = "P")
  int port = 8080;

  @Mixin AlertOptions alerts = new AlertOptions();

  @Override
  public Integer call() throws Exception {
    Ports.checked(port);
    alerts.check();
    try (StopSignal stop = new StopSignal(SECONDS_TO_CLOSE);
        DemoFolder folder = new DemoFolder(Files.createTempDirectory("tidemark-demo-"));
        DemoLogs logs = DemoLogs.start(Files.createDirectory(folder.logs()));
        AllInOne parts = new AllInOne(options(folder));
        Notifier notifier = alerts.open(parts.address())) {
      System.out.println("four recorded logs are in " + folder.logs() + ", and go with Ctrl-C");
      System.out.println("figures for Prometheus are on " + parts.address() + "/metrics, so try:");
      System.out.println("  prometheus --config.file=sink/prometheus/prometheus.yml");
      System.out.println("and for Grafana, with that Prometheus: grafana/README.md");
      new Watch(parts, System.out, stop.asked())
          .follow(Boolean.getBoolean("tidemark.terminal"), notifier);
      logs.check();
    }
    return 0;
  }

  private AllInOneConfig options(DemoFolder folder) {
    List<String> logs = DemoLogs.files(folder.logs()).stream().map(Path::toString).toList();
    return new AllInOneConfig(
        new IngestConfig(Map.of(), logs, IngestConfig.From.START, false),
        folder.path().resolve("data"),
        port,
        Settings.DEFAULT);
  }

  /** Holds all files of one demo; deleted at its end. */
  private record DemoFolder(Path path) implements AutoCloseable {
    Path logs() {
      return path.resolve("logs");
    }

    @Override
    public void close() throws IOException {
      Utils.delete(path.toFile());
    }
  }
}
