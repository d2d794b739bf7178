package io.tidemark.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads simulated compiler logs with separate regular expressions. */
class CompilerScriptTest {

  private static final int STEPS = 64;

  private static final Pattern RESULT =
      Pattern.compile(
          "; action = lmem_assign; debug_range = given; step = dump_lmem_assign_result; tag ="
              + " iteration_result; remark = \"[^\"]+\"; status = (success|failed); lmem_type ="
              + " LMEM_(WEIGHT|ACTIVATION|OPERATION); op_type = \\S+; op_name = \\S+; addr ="
              + " (0x[0-9a-f]{8}|-1); size = (\\d+); timestep_start = (\\d+); timestep_end = (\\d+);"
              + " timestep_mode = TIMESTEP_\\w+; hold_in_lmem = ([01]); allow_bank_conflict = 0;"
              + " one_loop = 0; shape_secs = (\\d+,\\d+,\\d+,\\d+,\\d+)");
  private static final Pattern FINISH =
      Pattern.compile(
          "step = assignLmemAddr_finish; tag = (success|failed); remark = \"[^\"]+\";"
              + " (?:total_lmem_used = (\\d+); utilization = (\\d\\.\\d{6}e[+]\\d\\d)%"
              + "|membuf_allocate_failed = (\\d+); lmem_already_used = (\\d+)%)");

  private record Placed(int start, int end, boolean held, long from, long to) {
    boolean livesAt(int step) {
      return start <= end ? start <= step && step <= end : step >= start || step <= end;
    }
  }

  /** One try: the placed buffers, the number of others, and the values of the last record. */
  private record Try(List<Placed> placed, int unplaced, boolean success, long used) {}

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void placedBuffersNeverShareAByteAtATime(Scenario scenario) {
    for (Try attempt : tries(log(scenario, 3_000, 6))) {
      for (int step = 0; step < STEPS; step++) {
        int now = step;
        List<Placed> live =
            attempt.placed.stream()
                .filter(buffer -> buffer.livesAt(now))
                .sorted((a, b) -> Long.compare(a.from, b.from))
                .toList();
        for (int i = 1; i < live.size(); i++) {
          assertThat(live.get(i).from).isGreaterThanOrEqualTo(live.get(i - 1).to);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void theLastRecordSumsUpItsTry(Scenario scenario) {
    List<Try> tries = tries(log(scenario, 3_000, 6));

    assertThat(tries).hasSizeGreaterThan(20);
    for (Try attempt : tries) {
      long highest = attempt.placed.stream().mapToLong(Placed::to).max().orElse(0);
      assertThat(attempt.used).isEqualTo(highest).isLessThanOrEqualTo(262_144);
      assertThat(attempt.success).isEqualTo(attempt.unplaced == 0);
    }
  }

  @Test
  void someTriesFailAndTheSearchOfAGroupEndsInOneThatFits() {
    String[] groups = log(Scenario.STEADY, 5_000, 2).split("process base group ", -1);
    int failed = 0;
    for (int i = 1; i < groups.length - 1; i++) {
      List<Try> tries = tries(groups[i]);
      failed += tries.size() - 1;
      assertThat(tries.subList(0, tries.size() - 1)).noneMatch(Try::success);
      assertThat(tries.get(tries.size() - 1).success).isTrue();
    }
    assertThat(failed).isGreaterThan(groups.length);
  }

  @Test
  void someBuffersWrapAroundAndSomeAreHeld() {
    List<Placed> placed =
        tries(log(Scenario.STEADY, 3_000, 2)).stream().flatMap(t -> t.placed.stream()).toList();

    assertThat(placed).anyMatch(buffer -> buffer.start > buffer.end);
    assertThat(placed).anyMatch(Placed::held);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 99})
  void climbingEndsWithAFullLane(long seed) {
    List<Try> fits = fits(log(Scenario.CLIMBING, 20_000, seed));

    assertThat(fits.get(0).used / 262_144.0).isLessThan(0.6);
    assertThat(fits.get(fits.size() - 1).used / 262_144.0).isGreaterThan(0.95);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 99})
  void fragmentationRaisesTheHighWaterOfTheSameBuffers(long seed) {
    List<Try> fits = fits(log(Scenario.FRAGMENTATION, 5_000, seed));
    Try first = fits.get(0);
    Try last = fits.get(fits.size() - 1);

    assertThat(last.placed).hasSameSizeAs(first.placed);
    assertThat(last.used).isGreaterThan(first.used);
    assertThat(bytes(last)).isEqualTo(bytes(first));
  }

  @Test
  void everyEighthGroupIsASpike() {
    List<Try> fits = fits(log(Scenario.SPIKE, 6_000, 3));

    assertThat(fits).hasSizeGreaterThan(24);
    for (int i = 0; i < fits.size(); i++) {
      double share = fits.get(i).used / 262_144.0;
      assertThat(share).isBetween(i % 8 == 7 ? 0.85 : 0.35, i % 8 == 7 ? 1.0 : 0.5);
    }
  }

  @Test
  void outOfMemoryIsAGroupWithoutOneFittingTryAndTheNextCompilation() {
    String log = log(Scenario.OOM, 4_000, 3);
    int end = log.indexOf("local memory allocate failed for group ");
    assertThat(end).isPositive();
    String lastGroup = log.substring(log.lastIndexOf("process base group ", end), end);

    assertThat(tries(lastGroup)).isNotEmpty().noneMatch(Try::success);
    assertThat(log.substring(end)).contains("\nTPU-MLIR v", "process base group 0,");
  }

  private static List<Try> fits(String log) {
    return tries(log).stream().filter(Try::success).toList();
  }

  private static long bytes(Try attempt) {
    return attempt.placed.stream().mapToLong(buffer -> buffer.to - buffer.from).sum();
  }

  private static List<Try> tries(String log) {
    List<Try> tries = new ArrayList<>();
    List<Placed> placed = new ArrayList<>();
    int unplaced = 0;
    for (String line : log.lines().toList()) {
      Matcher result = RESULT.matcher(line);
      Matcher finish = FINISH.matcher(line);
      if (line.contains("step = lmem_spec")) {
        placed = new ArrayList<>();
        unplaced = 0;
      } else if (line.contains("tag = iteration_result")) {
        assertThat(result.matches()).as(line).isTrue();
        assertThat(result.group(3).equals("-1")).isEqualTo(result.group(1).equals("failed"));
        unplaced += result.group(1).equals("failed") ? 1 : 0;
        if (result.group(1).equals("success")) {
          placed.add(placed(result));
        }
      } else if (finish.find()) {
        boolean success = finish.group(1).equals("success");
        long used = Long.parseLong(success ? finish.group(2) : finish.group(5));
        assertThat(success ? 0 : Integer.parseInt(finish.group(4))).isEqualTo(unplaced);
        tries.add(new Try(placed, unplaced, success, used));
      }
    }
    return tries;
  }

  private static Placed placed(Matcher result) {
    long from = Long.decode(result.group(3));
    return new Placed(
        Integer.parseInt(result.group(5)),
        Integer.parseInt(result.group(6)),
        result.group(7).equals("1"),
        from,
        from + Long.parseLong(result.group(4)));
  }

  private static String log(Scenario scenario, long lines, long seed) {
    return Simulated.text(Format.TPU_MLIR, scenario, lines, seed);
  }
}
