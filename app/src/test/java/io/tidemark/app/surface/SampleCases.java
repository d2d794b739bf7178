package io.tidemark.app.surface;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.app.surface.SurfaceCase.MemoryFacts;
import io.tidemark.app.surface.SurfaceCase.PhaseFacts;
import io.tidemark.app.surface.SurfaceCase.PlanFacts;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Ten samples, two per system, with figures that the program did not compute. They come from the
 * golden files beside the samples, or are read from the log as an awk script would.
 */
final class SampleCases {

  private static final String CAPACITY_UNKNOWN = "capacity unknown";
  private static final Pattern COLOUR = Pattern.compile("\\x1b\\[[0-9;]*m");
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile("across (\\d+) banks.*bank size is (\\d+) B \\(allocated: (\\d+) B");
  private static final Pattern SNAPSHOT =
      Pattern.compile("Device DRAM .*numBanks: (\\d+),.*AllocatedPerBank: ([\\d.]+) MB");
  private static final Pattern BEFORE = Pattern.compile("state before operation (\\w+)");

  private SampleCases() {}

  static List<SurfaceCase> all() {
    return List.of(
        tenstorrent("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log"),
        tenstorrent("tenstorrent/SYNTHETIC_operation_level_debug_ansi.log"),
        search(),
        LmemReader.search("tpu-mlir/reconstructed/D_all_lmem_assign_steps_bm1688.log"),
        summary("tt-train/pr50909_excerpt.log"),
        footprint("tt-train/dram_footprint_pr50618.log"),
        module("xla/cpu_jax0.10.2_train_step"),
        allocator("xla/bfc_tf2.21_cpu_bfc_full_dump.log"),
        zant("zant/beer.json"),
        zant("zant/memory_allocation_beer_object_SYNTHETIC.json"));
  }

  static String text(String sample) {
    return COLOUR.matcher(new String(Samples.bytes(sample), UTF_8)).replaceAll("");
  }

  static Stream<MatchResult> all(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results();
  }

  private static MatchResult last(String text, String pattern) {
    return all(text, pattern).reduce((one, next) -> next).orElseThrow();
  }

  private static JsonNode golden(String sample) {
    return Json.MAPPER.readTree(text(sample));
  }

  private static String share(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * part / whole);
  }

  /** The highest use of any line; the op of the last block before the failure raised it. */
  private static SurfaceCase tenstorrent(String sample) {
    long peak = 0;
    long capacity = 0;
    String op = "";
    String culprit = "";
    for (String line : text(sample).lines().toList()) {
      var failure = OUT_OF_MEMORY.matcher(line);
      var snapshot = SNAPSHOT.matcher(line);
      var before = BEFORE.matcher(line);
      if (failure.find()) {
        long banks = Long.parseLong(failure.group(1));
        capacity = banks * Long.parseLong(failure.group(2));
        peak = Math.max(peak, banks * Long.parseLong(failure.group(3)));
        culprit = op;
      } else if (snapshot.find()) {
        long perBank = Math.round(Double.parseDouble(snapshot.group(2)) * (1 << 20));
        peak = Math.max(peak, perBank * Long.parseLong(snapshot.group(1)));
      } else if (before.find()) {
        op = before.group(1);
      }
    }
    return SurfaceCase.of(
        List.of(Samples.path(sample)),
        SurfaceCase.FAILED,
        new MemoryFacts(culprit, peak, share((double) peak, (double) capacity)));
  }

  /** The setting without a failed buffer, computed by the notebook's algorithm. */
  private static SurfaceCase search() {
    JsonNode settings =
        golden("tpu-mlir/reconstructed/expected_by_notebook_algorithm.json")
            .get("A_depthnet_8settings.log");
    int number = 0;
    while (settings.get(number).get("failed").asInt() > 0) {
      number++;
    }
    JsonNode feasible = settings.get(number);
    String name =
        "lmem#%d %s".formatted(number + 1, feasible.get("settings").get("shape_secs").asString());
    return SurfaceCase.of(
        List.of(Samples.path("tpu-mlir/reconstructed/A_depthnet_8settings.log")),
        SurfaceCase.FITS,
        new PlanFacts(name, "placed", feasible.get("peak_bytes_all").asLong()));
  }

  private static SurfaceCase summary(String sample) {
    String phase = "";
    String highest = "";
    double peak = 0;
    for (MatchResult found :
        all(text(sample), "--- (\\w+) ---|Cumulative Peak ([\\d.]+)").toList()) {
      phase = found.group(1) == null ? phase : found.group(1);
      double stated = found.group(2) == null ? 0 : Double.parseDouble(found.group(2));
      highest = stated > peak ? phase : highest;
      peak = Math.max(peak, stated);
    }
    return SurfaceCase.of(
        List.of(Samples.path(sample)), SurfaceCase.TOO_LARGE, new PhaseFacts(highest, peak));
  }

  private static SurfaceCase footprint(String sample) {
    MatchResult found = last(text(sample), "peak usage: ([\\d,]+) MB/device \\(([\\d.]+)%");
    long mebibytes = Long.parseLong(found.group(1).replace(",", ""));
    return SurfaceCase.of(
        List.of(Samples.path(sample)),
        SurfaceCase.DONE,
        new MemoryFacts("", mebibytes << 20, found.group(2) + " %"));
  }

  /** All classes except temporaries are present all the time. */
  private static SurfaceCase module(String stem) {
    String name = stem + "-buffer-assignment.txt";
    JsonNode of = golden("xla/golden.json").get(name.substring(name.indexOf('/') + 1));
    JsonNode classes = of.get("bytes_by_class");
    long always = 0;
    for (String one : List.of("Parameter", "Output", "Constant")) {
      always += classes.get(one).asLong();
    }
    long peak = always + of.get("temp_reconstructed_peak_bytes").asLong();
    List<Path> files =
        Stream.of(name, stem + "-buffer-assignment-values.txt", stem + "-live-range.txt")
            .map(Samples::path)
            .toList();
    return SurfaceCase.of(
        files, SurfaceCase.UNKNOWN, new PlanFacts("module DEFAULT", CAPACITY_UNKNOWN, peak));
  }

  private static SurfaceCase allocator(String sample) {
    String text = text(sample);
    double peak = Double.parseDouble(last(text, "MaxInUse: +([\\d.]+)MiB").group(1));
    double limit = Double.parseDouble(last(text, "Limit: +([\\d.]+)MiB").group(1));
    return SurfaceCase.of(
        List.of(Samples.path(sample)),
        SurfaceCase.FAILED,
        new MemoryFacts("", Math.round(peak * (1 << 20)), share(peak, limit)));
  }

  /** One model in both forms; only the new one names its planner. */
  private static SurfaceCase zant(String sample) {
    JsonNode document = golden(sample);
    String plan =
        document.isArray()
            ? "zant#1"
            : "zant#1 " + document.get("metadata").get("planner").asString();
    long peak = golden("zant/beer.golden.json").get("peak_live_bytes_inclusive").asLong();
    return SurfaceCase.of(
        List.of(Samples.path(sample)),
        SurfaceCase.UNKNOWN,
        new PlanFacts(plan, CAPACITY_UNKNOWN, peak));
  }
}
