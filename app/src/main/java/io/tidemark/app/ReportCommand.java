package io.tidemark.app;

import io.tidemark.analysis.Settings;
import io.tidemark.analysis.judge.Thresholds;
import io.tidemark.analysis.parse.Formats;
import io.tidemark.app.report.LogAtRest;
import io.tidemark.app.report.Report;
import io.tidemark.ingest.Ingest;
import io.tidemark.model.TerminalText;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Reads logs at rest, without a broker, and writes what they tell as files.",
    footer = "Example: tidemark report examples/tenstorrent.log")
final class ReportCommand implements Callable<Integer> {

  @Parameters(arity = "1..*", paramLabel = "LOG", description = "files, globs or folders")
  List<String> logs = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the reports' folders go, the present one unless told")
  @Nullable Path out;

  @Option(names = "--json", description = "print the canonical state; files only with --out")
  boolean json;

  @Option(names = "--text", description = "print the summary; files only with --out")
  boolean text;

  @Mixin FormatOption format = new FormatOption();

  @Mixin ChipOption chip = new ChipOption();

  @Mixin SizeOptions sizes = new SizeOptions();

  @Override
  public Integer call() throws Exception {
    List<LogAtRest> found = LogAtRest.of(Ingest.atRest(logs), settings());
    if (json) {
      System.out.print(Report.json(found));
    }
    List<String> silent = new ArrayList<>();
    for (LogAtRest log : found) {
      Report report = new Report(log, sizes.told());
      boolean tells = true;
      if (text) {
        Optional<String> told = report.text();
        told.ifPresent(System.out::print);
        tells = told.isPresent();
      }
      if (tells && (out != null || (!json && !text))) {
        Optional<Path> folder =
            report.write(
                out == null ? Path.of("") : out, LocalDateTime.now(ZoneId.systemDefault()));
        folder.ifPresent(made -> System.out.println(TerminalText.of(made.toString())));
        tells = folder.isPresent();
      }
      if (!tells) {
        silent.add(report.silence());
      }
    }
    System.out.flush();
    say(silent);
    if (text) {
      Report.together(found).forEach(line -> System.out.println(TerminalText.of(line)));
    }
    System.out.flush();
    return 0;
  }

  /** Beside the folders' names, which may be read by a program. */
  private void say(List<String> silent) {
    silent.forEach(line -> System.err.println(TerminalText.of(line)));
    if (!silent.isEmpty()) {
      System.err.println("known beginnings:");
      Formats.signs().stream()
          .filter(sign -> format.told() == null || sign.startsWith(format.told() + ":"))
          .forEach(sign -> System.err.println("  " + sign));
    }
  }

  private Settings settings() {
    long deviceBytes = sizes.told().device().orElse(0);
    return new Settings(
        format.told(), Thresholds.DEFAULT.withDeviceBytes(deviceBytes), chip.told());
  }
}
