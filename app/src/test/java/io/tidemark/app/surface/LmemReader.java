package io.tidemark.app.surface;

import io.tidemark.app.surface.SurfaceCase.PlanFacts;
import io.tidemark.model.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Sums the placed buffers of a placement search step by step, as an awk script would. */
final class LmemReader {

  private static final Pattern PLACEMENT =
      Pattern.compile(
          "status = (\\w+); .*; size = (\\d+); timestep_start = (\\d+); timestep_end = (\\d+);"
              + ".*hold_in_lmem = (\\d); .*shape_secs = (\\S+)");

  private LmemReader() {}

  /** The first setting without a failed buffer. */
  static SurfaceCase search(String sample) {
    Map<String, List<MatchResult>> settings = new LinkedHashMap<>();
    PLACEMENT
        .matcher(SampleCases.text(sample))
        .results()
        .forEach(
            found -> settings.computeIfAbsent(found.group(6), any -> new ArrayList<>()).add(found));
    int number = 0;
    for (Map.Entry<String, List<MatchResult>> setting : settings.entrySet()) {
      number++;
      List<MatchResult> placements = setting.getValue();
      if (placements.stream().allMatch(placed -> placed.group(1).equals("success"))) {
        PlanFacts plan =
            new PlanFacts(
                "lmem#%d %s".formatted(number, setting.getKey()), "placed", peak(placements));
        return SurfaceCase.of(List.of(Samples.path(sample)), SurfaceCase.FITS, plan);
      }
    }
    throw new AssertionError("no feasible setting in " + sample);
  }

  private static long peak(List<MatchResult> placements) {
    int last =
        placements.stream()
            .mapToInt(placed -> Math.max(number(placed, 3), number(placed, 4)))
            .max()
            .orElseThrow();
    long peak = 0;
    for (int step = 0; step <= last; step++) {
      long use = 0;
      for (MatchResult placed : placements) {
        use += isLive(placed, step) ? number(placed, 2) : 0;
      }
      peak = Math.max(peak, use);
    }
    return peak;
  }

  /** A buffer whose end precedes its start is loaded for the next round. */
  private static boolean isLive(MatchResult placed, int step) {
    int start = number(placed, 3);
    int end = number(placed, 4);
    boolean held = number(placed, 5) == 1;
    return held || (start <= end ? step >= start && step <= end : step >= start || step <= end);
  }

  private static int number(MatchResult placed, int group) {
    return Integer.parseInt(placed.group(group));
  }
}
