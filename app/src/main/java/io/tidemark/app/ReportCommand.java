package io.tidemark.app;

import io.tidemark.app.report.LogAtRest;
import io.tidemark.app.report.Report;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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

  @Parameters(arity = "1..*", paramLabel = "LOG", description = "files or folders")
  List<Path> logs = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where the reports' folders go, the present one unless told")
  @Nullable Path out;

  @Option(names = "--json", description = "print the canonical state; files only with --out")
  boolean json;

  @Option(names = "--text", description = "print the summary; files only with --out")
  boolean text;

  @Mixin SizeOptions sizes = new SizeOptions();

  @Override
  public Integer call() throws Exception {
    for (LogAtRest log : LogAtRest.of(files())) {
      Report report = new Report(log, sizes.told());
      if (json) {
        System.out.print(report.json());
      }
      if (text) {
        System.out.print(report.text());
      }
      if (out != null || (!json && !text)) {
        System.out.println(
            report.write(
                out == null ? Path.of("") : out, LocalDateTime.now(ZoneId.systemDefault())));
      }
    }
    System.out.flush();
    return 0;
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path log : logs) {
      if (Files.isDirectory(log)) {
        files.addAll(below(log));
      } else if (Files.isReadable(log)) {
        files.add(log);
      } else {
        throw new Refusal(
            "LOG '%s' %s; want a log that may be read, or a folder of them"
                .formatted(log, Files.exists(log) ? "may not be read" : "is not there"));
      }
    }
    return files;
  }

  private static List<Path> below(Path folder) throws IOException {
    try (Stream<Path> names = Files.list(folder)) {
      List<Path> files =
          names
              .filter(Files::isRegularFile)
              .filter(file -> !file.getFileName().toString().startsWith("."))
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw new Refusal("LOG '%s' holds no log; want a folder with logs in it".formatted(folder));
      }
      return files;
    }
  }
}
