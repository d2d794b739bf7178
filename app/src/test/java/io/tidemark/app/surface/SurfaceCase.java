package io.tidemark.app.surface;

import io.tidemark.model.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A log and its expected values in every output.
 *
 * @param verdict the state of its first run
 */
record SurfaceCase(
    List<Path> files,
    String verdict,
    @Nullable MemoryFacts memory,
    @Nullable PlanFacts plan,
    @Nullable PhaseFacts phase) {

  static final String DONE = "done";
  static final String FITS = "fits";
  static final String TOO_LARGE = "does not fit";
  static final String FAILED = "out of memory";
  static final String UNKNOWN = "planned";

  /**
   * A memory of the run.
   *
   * @param culprit the op that raised use to the peak; empty if the log names none
   * @param share the peak as a share of the capacity
   */
  record MemoryFacts(String culprit, long peakBytes, String share) {
    /** The text about the culprit. */
    String raised() {
      return culprit.isEmpty() ? "" : "raised by " + culprit;
    }
  }

  /** The first plan of the run. */
  record PlanFacts(String name, String verdict, long peakBytes) {}

  /** A trainer's phase with the highest use. */
  record PhaseFacts(String name, double peakMebibytes) {
    long peakBytes() {
      return Math.round(peakMebibytes * (1 << 20));
    }

    /** The kind, without the number of the micro-batch. */
    String kind() {
      return name.replaceAll("_micro_\\d+$", "");
    }
  }

  /** Labels that are not the words with underscores. */
  private static final Map<String, String> LABELS =
      Map.of(DONE, "ended", TOO_LARGE, "will_not_fit", UNKNOWN, "capacity_unknown");

  private static final String GOLDEN = "analysis/src/test/resources/io/tidemark/analysis/system/";

  static List<SurfaceCase> all() {
    return List.of(
        memory(
            "examples/tenstorrent.log",
            FAILED,
            "ScaledDotProductAttentionOp",
            12_696_271_452L,
            "98.8 %"),
        memory(
            GOLDEN + "tenstorrent/out-of-memory/input.log",
            FAILED,
            "ConcatOp",
            121_634_816L,
            "90.6 %"),
        memory(
            GOLDEN + "tenstorrent/operations/input.log",
            DONE,
            "EltwiseBinaryOp",
            100_663_296L,
            "75.0 %"),
        memory(GOLDEN + "tttrain/footprint/input.log", DONE, "", 12_582_912_000L, "97.7 %"),
        memory(GOLDEN + "xla/allocator-dump/input.log", FAILED, "", 9216, "90.0 %"),
        plan("examples/tpu-mlir.log", FITS, "lmem#3 1,1,1,6,4", "placed", 191_544),
        plan(GOLDEN + "tpumlir/search-2025/input.log", FITS, "lmem#2", "placed", 140_000),
        plan(GOLDEN + "tpumlir/search-2024/input.log", FITS, "lmem#2", "placed", 98_304),
        plan(
            GOLDEN + "xla/out-of-memory-short/input.log",
            FAILED,
            "xla-rematerialization#1",
            "does not fit",
            0),
        plan(
            GOLDEN + "zant/new-plan/input.json",
            UNKNOWN,
            "zant#1 heuristic v1",
            "capacity unknown",
            64),
        plan(GOLDEN + "zant/old-plan/input.log", UNKNOWN, "zant#1", "capacity unknown", 612));
  }

  private static SurfaceCase memory(
      String log, String verdict, String culprit, long peakBytes, String share) {
    return of(own(log), verdict, new MemoryFacts(culprit, peakBytes, share));
  }

  private static SurfaceCase plan(
      String log, String verdict, String name, String ofPlan, long peakBytes) {
    return of(own(log), verdict, new PlanFacts(name, ofPlan, peakBytes));
  }

  static SurfaceCase of(List<Path> files, String verdict, MemoryFacts memory) {
    return new SurfaceCase(files, verdict, memory, null, null);
  }

  static SurfaceCase of(List<Path> files, String verdict, PlanFacts plan) {
    return new SurfaceCase(files, verdict, null, plan, null);
  }

  static SurfaceCase of(List<Path> files, String verdict, PhaseFacts phase) {
    return new SurfaceCase(files, verdict, null, null, phase);
  }

  private static List<Path> own(String log) {
    return List.of(Samples.root().resolve(log));
  }

  boolean failed() {
    return verdict.equals(FAILED);
  }

  /** The value of the label {@code state}. */
  String state() {
    return LABELS.getOrDefault(verdict, verdict.replaceAll(" \\(.*", "").replace(' ', '_'));
  }

  @Override
  public String toString() {
    return String.valueOf(files.get(0));
  }
}
