package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.json.JsonMapper;

/** Tests the heap use of the commands without a broker, in a separate process. */
@Tag("slow")
class BoundedReportTest {

  private static final String FULL = "tidemark.full";
  private static final int SMALL_HEAP_MIB = 48;
  private static final int FULL_HEAP_MIB = 256;
  private static final long MEGABYTE = 1_000_000;

  /** Enough of each log to fill the small heap if all of it were held. */
  private static final long SMALL_BYTES = 8 * MEGABYTE;

  @TempDir Path folder;

  private List<Path> small(LargeLog... logs) throws Exception {
    List<Path> files = new ArrayList<>();
    for (LargeLog log : logs) {
      files.add(log.write(folder, SMALL_BYTES));
    }
    return files;
  }

  private void run(int heapMib, List<Path> logs, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Xmx" + heapMib + "m", "-cp", System.getProperty("java.class.path")));
    command.add("io.tidemark.app.cli.Tidemark");
    command.addAll(Arrays.asList(arguments));
    logs.forEach(log -> command.add(log.toString()));
    File output = folder.resolve("output").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    try {
      assertThat(process.waitFor(1, TimeUnit.HOURS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(() -> head(output)).isZero();
  }

  private static String head(File output) {
    try (var lines = Files.lines(output.toPath())) {
      return String.join("\n", lines.limit(20).toList());
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  @Test
  void aReportOfEveryLongLogFitsInASmallHeap() throws Exception {
    run(SMALL_HEAP_MIB, small(LargeLog.values()), "report", "--out", folder + "/out");
    try (var files = Files.walk(folder.resolve("out"))) {
      List<Path> json = files.filter(file -> file.toString().endsWith(".json")).toList();
      assertThat(json).hasSizeGreaterThan(LargeLog.values().length);
      for (Path file : json) {
        assertWholeJson(file);
      }
    }
  }

  private static void assertWholeJson(Path file) {
    try (JsonParser parser = JsonMapper.shared().createParser(file.toFile())) {
      parser.nextToken();
      parser.skipChildren();
      assertThat(parser.nextToken()).as(file.toString()).isNull();
    }
  }

  @Test
  void aReplayOfManyRunsFitsInASmallHeap() throws Exception {
    List<Path> logs = small(LargeLog.SUMMARIES, LargeLog.PROCESS_STARTS);
    Path file = folder.resolve("history.txt");
    run(SMALL_HEAP_MIB, logs, "replay", "--openmetrics", file.toString());
    assertThat(Files.size(file)).isGreaterThan(SMALL_BYTES);
  }

  @Test
  void aComparisonOfManyRunsFitsInASmallHeap() throws Exception {
    List<Path> logs = small(LargeLog.PROCESS_STARTS);
    run(SMALL_HEAP_MIB, List.of(logs.get(0), Path.of(logs.get(0) + "#7")), "compare");
  }

  @ParameterizedTest
  @EnumSource
  @EnabledIfSystemProperty(named = FULL, matches = "true", disabledReason = "takes minutes each")
  void aReportOfAHugeLogFitsInAQuarterOfAGibibyte(LargeLog log) throws Exception {
    Path file = log.write(folder, log.fullMegabytes * MEGABYTE);
    run(FULL_HEAP_MIB, List.of(file), "report", "--out", folder + "/out");
  }
}
