package io.tidemark.app.cli;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.demo.DemoLogs;
import io.tidemark.app.notify.Notifier;
import io.tidemark.app.pipeline.AllInOne;
import io.tidemark.app.pipeline.AllInOneConfig;
import io.tidemark.app.watch.Watch;
import io.tidemark.ingest.IngestConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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

  @Option(names = "--port", paramLabel = "P", converter = Port.class)
  int port = 8080;

  @Mixin AlertOptions alerts = new AlertOptions();

  @Override
  public Integer call() throws Exception {
    alerts.check();
    try (StopSignal stop = new StopSignal(SECONDS_TO_CLOSE);
        DataOrTemporary folder = DataOrTemporary.of(null, "tidemark-demo-");
        DemoLogs logs = DemoLogs.start(Files.createDirectory(logs(folder)));
        AllInOne parts = new AllInOne(options(folder));
        Notifier notifier = alerts.open(parts.link())) {
      System.out.println("four recorded logs are in " + logs(folder) + ", and go with Ctrl-C");
      System.out.println("figures for Prometheus are on " + parts.address() + "/metrics, so try:");
      System.out.println("  prometheus --config.file=sink/prometheus/prometheus.yml");
      System.out.println("and for Grafana, with that Prometheus: grafana/README.md");
      new Watch(parts, System.out, stop.asked())
          .follow(Boolean.getBoolean("tidemark.terminal"), false, notifier);
      logs.check();
    }
    return 0;
  }

  private AllInOneConfig options(DataOrTemporary folder) {
    List<String> logs = DemoLogs.files(logs(folder)).stream().map(Path::toString).toList();
    return new AllInOneConfig(
        new IngestConfig(Map.of(), logs, IngestConfig.From.START, false),
        folder.path().resolve("data"),
        port,
        Settings.DEFAULT);
  }

  private static Path logs(DataOrTemporary folder) {
    return folder.path().resolve("logs");
  }
}
