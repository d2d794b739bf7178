package io.tidemark.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads simulated runtime logs with separate regular expressions. */
class RuntimeScriptTest {

  private static final double CAPACITY_MIB = 1021.169;

  private static final Pattern VIEW =
      Pattern.compile(
          "\u001b\\[32m {17}Always\u001b\\[0m \\| \u001b\\[1m\u001b\\[38;5;69m    INFO\u001b\\[0m \\|"
              + " Device (\\w+) memory state: MemoryView\\{numBanks: (\\d+), totalBytesPerBank:"
              + " ([\\d.]+) MB, totalBytesAllocatedPerBank: ([\\d.]+) MB, totalBytesFreePerBank:"
              + " ([\\d.]+) MB, largestContiguousBytesFreePerBank: ([\\d.]+) MB\\}");
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile(
          "Out of Memory: Not enough space to allocate (\\d+) B DRAM buffer across 12 banks, where"
              + " each bank needs to store (\\d+) B, but bank size is (\\d+) B \\(allocated: (\\d+)"
              + " B, free: (\\d+) B, largest free block: (\\d+) B\\)");

  private static final Pattern HEADER =
      Pattern.compile("Device memory state before operation (\\w+)$");
  private static final Pattern PROGRAM =
      Pattern.compile("(Starting|Finished) execution of program: (\\S+)$");

  /** DRAM in MiB per bank. */
  private record View(double used, double free, double largest) {}

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void usedAndFreeMakeTheBankUpToRounding(Scenario scenario) {
    List<View> views = views(log(scenario, 20_000, 4));

    assertThat(views).hasSizeGreaterThan(2_500);
    assertThat(views)
        .allSatisfy(
            view -> {
              assertThat(view.used + view.free).isCloseTo(CAPACITY_MIB, within(0.002));
              assertThat(view.largest).isBetween(0.0, view.free);
            });
  }

  @Test
  void eachBlockIsAHeaderAndFourMemoriesInOrder() {
    List<String> lines = log(Scenario.STEADY, 4_000, 4).lines().toList();
    int blocks = 0;
    for (int i = 0; i + 4 < lines.size(); i++) {
      if (lines.get(i).contains("Device memory state before operation ")) {
        blocks++;
        assertThat(lines.get(i - 1)).contains("   DEBUG\u001b[0m | Executing operation: ");
        assertThat(lines.subList(i + 1, i + 5).stream().map(line -> view(line).group(1)))
            .containsExactly("DRAM", "L1", "L1_SMALL", "TRACE");
        assertThat(view(lines.get(i + 3)).group(3)).isEqualTo("0.062");
      }
    }
    assertThat(blocks).isGreaterThan(500);
  }

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void onlyADeallocationLowersUseWithinAProgram(Scenario scenario) {
    List<String> lines = log(scenario, 6_000, 8).lines().toList();
    String earlierOp = "";
    double before = 0;
    int falls = 0;
    int rises = 0;
    for (int i = 0; i < lines.size() - 1; i++) {
      Matcher header = HEADER.matcher(lines.get(i));
      if (lines.get(i).endsWith("Starting execution of program: main")) {
        earlierOp = "";
      } else if (header.find()) {
        double used = number(view(lines.get(i + 1)), 4);
        if (earlierOp.equals("DeallocateOp")) {
          assertThat(used).isLessThanOrEqualTo(before);
          falls += used < before ? 1 : 0;
        } else if (!earlierOp.isEmpty()) {
          assertThat(used).isGreaterThanOrEqualTo(before);
          rises += used > before ? 1 : 0;
        }
        earlierOp = header.group(1);
        before = used;
      }
    }
    assertThat(rises).isGreaterThan(100);
    assertThat(falls).isGreaterThan(100);
  }

  @Test
  void programsNestAndAreFinished() {
    Deque<String> open = new ArrayDeque<>();
    int nested = 0;
    int submissions = 0;
    for (String line : log(Scenario.STEADY, 5_000, 2).lines().toList()) {
      Matcher program = PROGRAM.matcher(line);
      if (program.find() && program.group(1).equals("Starting")) {
        nested += open.isEmpty() ? 0 : 1;
        submissions += open.isEmpty() ? 1 : 0;
        open.push(program.group(2));
      } else if (program.reset().find()) {
        assertThat(open.pop()).isEqualTo(program.group(2));
      }
    }
    assertThat(nested).isEqualTo(2);
    assertThat(submissions).isGreaterThan(20);
    assertThat(open).hasSizeLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 99, -7})
  void climbingPassesBothThresholdsAndEndsNearTheTop(long seed) {
    for (int lines : new int[] {2_000, 30_000}) {
      List<View> views = views(log(Scenario.CLIMBING, lines, seed));

      assertThat(views.get(0).used / CAPACITY_MIB).isLessThan(0.6);
      assertThat(views.stream().mapToDouble(View::used).max().orElseThrow() / CAPACITY_MIB)
          .isBetween(0.98, 1.0);
      assertThat(views.get(views.size() - 1).used / CAPACITY_MIB).isGreaterThan(0.97);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 99})
  void steadyStaysAroundOneLevel(long seed) {
    List<View> views = views(log(Scenario.STEADY, 20_000, seed));
    List<View> later = views.subList(100, views.size());

    double least = later.stream().mapToDouble(View::used).min().orElseThrow();
    double most = later.stream().mapToDouble(View::used).max().orElseThrow();
    assertThat(most - least).isBetween(1.0, 30.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 99})
  void fragmentationShrinksTheLargestBlockWhileFreeStays(long seed) {
    for (int lines : new int[] {3_000, 30_000}) {
      List<View> views = views(log(Scenario.FRAGMENTATION, lines, seed));
      View first = views.get(100);
      View last = views.get(views.size() - 1);

      assertThat(last.free).isCloseTo(first.free, within(15.0));
      assertThat(first.largest / first.free).isGreaterThan(0.7);
      assertThat(last.largest / last.free).isLessThan(0.25);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 99})
  void everyFourthSubmissionHoldsOneSpike(long seed) {
    String log = log(Scenario.SPIKE, 12_000, seed);
    String[] submissions = log.split("Starting execution of program: main\n", -1);
    assertThat(submissions).hasSizeGreaterThan(40);
    for (int i = 2; i < submissions.length - 1; i++) {
      List<View> views = views(submissions[i]);
      double usual = views.get(0).used;
      assertThat(views.stream().filter(view -> view.used > usual + 100))
          .hasSize(i % 4 == 0 ? 1 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 99})
  void outOfMemoryAgreesWithTheLastSnapshotAndANewProcessStarts(long seed) {
    String log = log(Scenario.OOM, 3_000, seed);
    Matcher error = OUT_OF_MEMORY.matcher(log);
    assertThat(error.find()).isTrue();
    List<View> views = views(log.substring(0, error.start()));
    View last = views.get(views.size() - 1);

    long needed = Long.parseLong(error.group(2));
    assertThat(Long.parseLong(error.group(1))).isEqualTo(12 * needed);
    assertThat(Long.parseLong(error.group(4)) + Long.parseLong(error.group(5)))
        .isEqualTo(Long.parseLong(error.group(3)))
        .isEqualTo(1_070_773_184);
    assertThat(mebibytes(error.group(4))).isCloseTo(last.used, within(0.001));
    assertThat(mebibytes(error.group(6))).isCloseTo(last.largest, within(0.001));
    assertThat(needed).isGreaterThan(Long.parseLong(error.group(6)));
    assertThat(last.used / CAPACITY_MIB).isGreaterThan(0.97);

    String line = log.substring(log.lastIndexOf('\n', error.start()) + 1, error.start());
    assertThat(line)
        .matches("2026-[\\d: .-]{18,19} \\| critical \\|          Always \\| TT_FATAL: ");
    String text = error.group();
    assertThat(error.find()).isTrue();
    assertThat(error.group()).isEqualTo(text);
    String rest = log.substring(error.end());
    assertThat(rest).contains("       1| PluginAttributes::PJRT_Plugin_Initialize\n");
    assertThat(views(rest).get(0).used / CAPACITY_MIB).isLessThan(0.6);
  }

  private static double mebibytes(String bytes) {
    return Long.parseLong(bytes) / 1048576.0;
  }

  private static Matcher view(String line) {
    Matcher matcher = VIEW.matcher(line);
    assertThat(matcher.matches()).as(line).isTrue();
    return matcher;
  }

  private static List<View> views(String log) {
    List<View> views = new ArrayList<>();
    Matcher view = VIEW.matcher(log);
    while (view.find()) {
      if (view.group(1).equals("DRAM")) {
        assertThat(view.group(2)).isEqualTo("12");
        assertThat(view.group(3)).isEqualTo("1021.169");
        views.add(new View(number(view, 4), number(view, 5), number(view, 6)));
      }
    }
    return views;
  }

  private static double number(Matcher matcher, int group) {
    return Double.parseDouble(matcher.group(group));
  }

  private static String log(Scenario scenario, long lines, long seed) {
    return Simulated.text(Format.TENSTORRENT, scenario, lines, seed);
  }
}
