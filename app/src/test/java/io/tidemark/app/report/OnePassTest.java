package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One analysis of a log must serve every file of its report. */
class OnePassTest {

  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 8, 7);
  private static final Path COUNTERS = Path.of("/proc/self/io");
  private static final String READ = "rchar: ";
  private static final long LOG_BYTES = 8_000_000;

  /** One for its dates, one for its analysis, and one to copy it. */
  private static final double PASSES = 3;

  @TempDir Path folder;

  /** Bytes that this process has read from files, counted by the kernel. */
  private static long bytesRead() throws Exception {
    return Files.readAllLines(COUNTERS).stream()
        .filter(line -> line.startsWith(READ))
        .mapToLong(line -> Long.parseLong(line.substring(READ.length())))
        .findFirst()
        .orElseThrow();
  }

  private void report(Path log) throws Exception {
    new Report(LogAtRest.of(List.of(log), Settings.DEFAULT).get(0))
        .write(new ReportParent("--out", folder.resolve("out")), NOW, "log");
  }

  @ParameterizedTest
  @EnumSource(names = {"MEMORY_LINES", "DECLARED_MODULES", "RECORDS"})
  void aLogIsReadForItsDatesForItsAnalysisAndForItsCopy(LargeLog kind) throws Exception {
    assumeThat(COUNTERS).as("the kernel's counters").isReadable();
    // The first report also reads classes.
    report(Files.writeString(folder.resolve("first.log"), kind.text(10)));
    Path log = kind.write(folder, LOG_BYTES);
    long before = bytesRead();

    report(log);

    double passes = (double) (bytesRead() - before) / Files.size(log);
    assertThat(passes).isBetween(PASSES - 0.5, PASSES + 0.5);
  }
}
