package io.tidemark.app.report;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.date.Dates;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.NoParts;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.log.Slice;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Four times the log must take about four times as long; a quadratic algorithm takes sixteen times.
 */
@Tag("slow")
class LinearReportTest {

  private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 21, 9, 8, 7);
  private static final double LINEAR = 9;
  private static final int MAX_ATTEMPTS = 8;
  private static final long SHORTEST_NANOS = 2_000_000;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  @TempDir Path folder;

  /** Work on a log of any length. */
  private interface Work {
    void run() throws Exception;
  }

  private static void assertLinear(Work one, Work four) throws Exception {
    long least = Long.MAX_VALUE;
    long most = Long.MAX_VALUE;
    double ratio = Double.MAX_VALUE;
    for (int attempt = 0; attempt < MAX_ATTEMPTS && ratio > LINEAR; attempt++) {
      least = Math.min(least, cpuNanos(one));
      most = Math.min(most, cpuNanos(four));
      ratio = (double) most / Math.max(least, SHORTEST_NANOS);
    }
    assertThat(ratio).isLessThan(LINEAR);
  }

  /** CPU time of this thread only, without other processes and the garbage collector. */
  private static long cpuNanos(Work work) throws Exception {
    long start = CPU.getCurrentThreadCpuTime();
    work.run();
    return CPU.getCurrentThreadCpuTime() - start;
  }

  private Work report(LargeLog log, int units) throws Exception {
    Path file = Files.writeString(folder.resolve(units + ".log"), log.text(units));
    LogAtRest atRest = LogAtRest.of(List.of(file), Settings.DEFAULT).get(0);
    return () ->
        new Report(atRest).write(new ReportParent("--out", folder.resolve("out")), NOW, "log");
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "PROCESS_STARTS",
        "UNFINISHED_PROGRAM",
        "NESTED_PROGRAMS",
        "MISSED_CACHES",
        "DECLARED_MODULES",
        "MODULE_TEXT"
      })
  void aReportTakesAsLongAsItsLogIs(LargeLog log) throws Exception {
    assertLinear(report(log, 2_000), report(log, 8_000));
  }

  private static Work operands(int count) {
    String arguments =
        "%s%%x: i32) {".formatted(named(count, "%%arg%d: tensor<8xbf16> " + PARAMETER));
    String operation =
        "Always | DEBUG | Executing operation: %%0 = \"ttnn.concat\"(%s%%x) : () -> tensor<8xbf16> loc(unknown)"
            .formatted(named(count, "%%arg%d"));
    String text =
        "MLIR Module shlo_frontend:\nfunc.func @main("
            + arguments
            + "\n"
            + operation
            + "\n"
            + LargeLog.MEMORY_LINES.text(1);
    byte[] bytes = text.getBytes(US_ASCII);
    int lines = (int) text.lines().count();
    Slice slice = new Slice("g", 0, bytes.length, lines, false, false, 0, 0, bytes);
    LogSystems systems =
        LogSystems.ALL.with(
            Tenstorrent.class, runtime -> runtime.showing(new ModuleDumps(new LeftOut())));
    Settings settings = new Settings(Thresholds.DEFAULT, systems);
    return () -> {
      LogAnalysis analysis = LogAnalysis.load("x", new NoParts(), settings);
      analysis.after(slice);
      analysis.end();
    };
  }

  private static final String PARAMETER =
      "{ttcore.argument_type = #ttcore.argument_type<parameter>}";

  private static String named(int count, String format) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < count; i++) {
      all.append(String.format(Locale.ROOT, format, i)).append(", ");
    }
    return all.toString();
  }

  @Test
  void anOpsWeightsAreFoundInOnePassOverItsOperands() throws Exception {
    assertLinear(operands(600), operands(2_400));
  }

  /** Cuts a slice that is one unfinished line. */
  private static Work cut(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'x');
    Slice slice = new Slice("g", 0, length, 1, false, true, 0, 0, bytes);
    Dates dates = new Dates();
    dates.add(slice);
    var times = dates.times(ZoneOffset.UTC, Instant.EPOCH, 0);
    return () -> times.cut(slice, 1);
  }

  @Test
  void aLongLineIsCutInOnePass() throws Exception {
    assertLinear(cut(Slice.MAX_LINE_BYTES / 4), cut(Slice.MAX_LINE_BYTES));
  }

  private static Work dates(int lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      String date = "2026-%02d-%02d %02d:%02d:%02d.%03d x%n";
      text.append(
          date.formatted(
              i % 12 + 1, i % 28 + 1, i * 7 % 24, i * 11 % 60, i * 13 % 60, i * 17 % 1000));
    }
    byte[] bytes = text.toString().getBytes(US_ASCII);
    return () -> {
      Dates dates = new Dates();
      dates.add(new Slice("g", 0, bytes.length, lines, false, false, 0, 0, bytes));
      dates.times(ZoneOffset.UTC, null, 0);
    };
  }

  @Test
  void datesThatRiseAndFallTakeAsLongAsTheyAreMany() throws Exception {
    assertLinear(dates(5_000), dates(20_000));
  }
}
