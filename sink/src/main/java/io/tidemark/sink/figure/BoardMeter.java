package io.tidemark.sink.figure;

import static io.tidemark.sink.figure.MeterKind.COUNTER;
import static io.tidemark.sink.figure.MeterKind.GAUGE;
import static io.tidemark.sink.figure.MeterKind.INFO;

import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every meter of the board, under the name that {@code /metrics} shows. How they add up:
 *
 * <ul>
 *   <li>lines: {@code fact + ignored + quoted + rejected = } the lines of all logs, each counted
 *       once; with {@code duplicate} they are the lines shipped
 *   <li>rejects: their sum over all labels is the number of rejected lines, as long as their topic
 *       keeps them (a week; at the sink's start the newest 100,000 of each partition)
 *   <li>memory: {@code used + free = capacity} within the log's own rounding
 *   <li>memory: {@code fragmentation ratio = 1 − largest free block / free}
 *   <li>memory: {@code used ≤ window peak}, and {@code used ≤ run peak ≤ capacity}; only the run
 *       peak of an out-of-memory line may exceed every snapshot
 *   <li>plan: {@code arena = peak + fragmentation}; {@code sum of class bytes = peak}
 *   <li>training: {@code model + optimizer + activations + overhead + other ≥ peak}, each as
 *       expected size if known, unless actual sizes are requested
 *   <li>out of memory: the sum over all labels is the number of failed allocations in the log
 *   <li>{@code series + dropped series = } the series of all meters below, before the cap
 * </ul>
 */
public enum BoardMeter {
  READY("tidemark_ready", GAUGE, "1 once the topics were read up to the ends they had at start."),
  BUILD("tidemark_build_info", INFO, "What was built.", "version"),
  RUN(
      "tidemark_run_info",
      INFO,
      "What a run is, on which machine its log is read, and which of the log's writers it is of.",
      Labels.RUN),
  RUN_START("tidemark_run_start_timestamp_seconds", GAUGE, "When a run began.", "run"),
  RUN_END("tidemark_run_end_timestamp_seconds", GAUGE, "When a run ended.", "run"),
  RUN_STATE("tidemark_run_state", GAUGE, "1 for the state that a run is in.", "run", "state"),
  RUN_CONTRADICTIONS(
      "tidemark_run_contradictions",
      GAUGE,
      "Lines that one writer cannot have written in that order: several write, unmarked.",
      "run"),
  RUN_FAILED_AT(
      "tidemark_run_analysis_failed_offset_bytes",
      GAUGE,
      "Where the analysis of a run's log failed by an error of Tidemark.",
      "run",
      "step"),
  RUN_LINES(
      "tidemark_run_lines", GAUGE, "Lines of a run by what became of them.", "run", "outcome"),
  CAPACITY("tidemark_memory_capacity_bytes", GAUGE, "Allocatable size.", Labels.MEMORY),
  USED("tidemark_memory_used_bytes", GAUGE, "Use at the newest snapshot.", Labels.MEMORY),
  FREE("tidemark_memory_free_bytes", GAUGE, "Free at the newest snapshot.", Labels.MEMORY),
  LARGEST_FREE(
      "tidemark_memory_largest_free_block_bytes",
      GAUGE,
      "Contiguous free bytes of one bank, times the banks.",
      Labels.MEMORY),
  FRAGMENTATION(
      "tidemark_memory_fragmentation_ratio",
      GAUGE,
      "1 - largest free block / free.",
      Labels.MEMORY),
  WINDOW_PEAK(
      "tidemark_memory_window_peak_bytes",
      GAUGE,
      "Highest use in what arrived in the last 15 seconds.",
      Labels.MEMORY),
  LEAK(
      "tidemark_leak_bytes_per_submission",
      GAUGE,
      "Rise of use at one point of the program from one submission to the next.",
      Labels.MEMORY),
  OVER_LAST_RUN(
      "tidemark_memory_over_last_run_ratio",
      GAUGE,
      "More use than in the last run at the same point of the program, as a share of that.",
      Labels.MEMORY),
  LIVE_TENSORS(
      "tidemark_live_tensor_bytes",
      GAUGE,
      "Tensors alive at the newest snapshot, with their padding.",
      Labels.TENSORS),
  LIVE_PADDING(
      "tidemark_live_tensor_padding_bytes",
      GAUGE,
      "Padding of the tensors alive at the newest snapshot.",
      Labels.MEMORY),
  RUN_PEAK(
      "tidemark_run_memory_peak_bytes",
      GAUGE,
      "Highest use the run's log states, in a snapshot or an error line.",
      Labels.MEMORY),
  RUN_PEAK_TIME(
      "tidemark_run_memory_peak_timestamp_seconds",
      GAUGE,
      "When the log stated the highest use.",
      Labels.MEMORY),
  OP_USED(
      "tidemark_op_memory_used_bytes",
      GAUGE,
      "Use at the newest snapshot before an op of this kind.",
      Labels.OP),
  OP_PEAK(
      "tidemark_op_memory_peak_bytes",
      GAUGE,
      "Highest use while an op of this kind ran; the 50 highest of a memory.",
      Labels.OP),
  OP_GROWTH(
      "tidemark_op_memory_growth_bytes_total",
      COUNTER,
      "Bytes by which ops of this kind raised use.",
      Labels.OP),
  OP_NET("tidemark_op_memory_net_bytes", GAUGE, "Growth less what they freed.", Labels.OP),
  OP_HELD(
      "tidemark_op_held_at_peak_bytes",
      GAUGE,
      "Bytes that results of an op held at the highest snapshot; with (before) they add up to it.",
      Labels.OP),
  OPS("tidemark_ops_total", COUNTER, "Ops seen, by kind.", "run", "device", "op"),
  PEAK_OP(
      "tidemark_peak_op_info",
      INFO,
      "Rank 1: the op that raised use to the peak; then others that raised use.",
      Labels.PEAK_OP),
  PLAN_PEAK("tidemark_plan_peak_bytes", GAUGE, "Highest use of a static plan.", Labels.PLAN),
  PLAN_ARENA("tidemark_plan_arena_bytes", GAUGE, "A plan's high-water address.", Labels.PLAN),
  PLAN_CAPACITY(
      "tidemark_plan_capacity_bytes",
      GAUGE,
      "Size of a plan's memory, where it is known.",
      Labels.PLAN),
  PLAN_VERDICT("tidemark_plan_verdict_info", INFO, "Whether a plan can run.", Labels.PLAN_VERDICT),
  PLAN_PADDING("tidemark_plan_padding_bytes", GAUGE, "What alignment adds.", Labels.PLAN),
  PLAN_FRAGMENTATION(
      "tidemark_plan_fragmentation_bytes", GAUGE, "Arena - peak: lost in holes.", Labels.PLAN),
  PLAN_FAILED("tidemark_plan_failed_buffers", GAUGE, "Buffers that found no place.", Labels.PLAN),
  PLAN_CLASS(
      "tidemark_plan_class_bytes",
      GAUGE,
      "Bytes at the peak, by class of buffer.",
      Labels.PLAN_CLASS),
  PHASE("tidemark_phase_bytes", GAUGE, "What a trainer's summary states of a phase.", Labels.PHASE),
  PHASES("tidemark_phases", GAUGE, "Phases of a kind in a trainer's summary.", "run", "phase"),
  TRAINING("tidemark_training_bytes", GAUGE, "Parts of a training's memory.", Labels.TRAINING),
  TRAINING_USAGE(
      "tidemark_training_usage_ratio", GAUGE, "Peak of a training / the device's memory.", "run"),
  OUT_OF_MEMORY(
      "tidemark_out_of_memory_total",
      COUNTER,
      "Failed allocations that the log states.",
      Labels.FAILURES),
  OUT_OF_MEMORY_TIME(
      "tidemark_out_of_memory_timestamp_seconds", GAUGE, "Of the newest failure.", Labels.FAILURE),
  OUT_OF_MEMORY_NEEDED(
      "tidemark_out_of_memory_needed_bytes", GAUGE, "By the newest failure.", Labels.MEMORY),
  OUT_OF_MEMORY_FREE(
      "tidemark_out_of_memory_free_bytes", GAUGE, "At the newest failure.", Labels.MEMORY),
  REFUSED(
      "tidemark_refused_allocations",
      GAUGE,
      "Failed allocations after which the run went on; one that ends the run leaves this count.",
      Labels.MEMORY),
  ALERT(
      "tidemark_alert_active",
      GAUGE,
      "Alerts over event time; of replayed runs, too.",
      Labels.ALERT),
  ALERT_SINCE("tidemark_alert_since_timestamp_seconds", GAUGE, "When it began.", Labels.ALERT),
  LINES("tidemark_lines_total", COUNTER, "Lines by what became of them.", "outcome"),
  REJECTS(
      "tidemark_rejects_total",
      COUNTER,
      "Lines that began like a known record and broke.",
      "format",
      "reason"),
  GAPS("tidemark_gaps_total", COUNTER, "Times that bytes were missing between slices."),
  OVERFLOW("tidemark_label_overflow_total", COUNTER, "Label values turned away.", "label"),
  UNREADABLE(
      "tidemark_records_unreadable_total", COUNTER, "Records that could not be read.", "topic"),
  IGNORED(
      "tidemark_sources_ignored",
      GAUGE,
      "Sources whose analysis failed too often, and whose further lines are dropped."),
  SERIES("tidemark_series", GAUGE, "Series of these meters in this scrape."),
  DROPPED_RUNS(
      "tidemark_dropped_runs",
      GAUGE,
      "Runs beyond fifty, left out of this scrape: ended ones first, then open ones without an active alert."),
  DROPPED_SERIES("tidemark_dropped_series", GAUGE, "Series the cap left out of this scrape.");

  private final String shownName;
  private final MeterKind kind;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> labels;

  BoardMeter(String shownName, MeterKind kind, String help, String... labels) {
    this.shownName = shownName;
    this.kind = kind;
    this.help = help;
    this.labels = List.of(labels);
  }

  public String shownName() {
    return shownName;
  }

  public MeterKind kind() {
    return kind;
  }

  public String help() {
    return help;
  }

  public List<String> labels() {
    return labels;
  }

  /** The base unit, which is the last part of the name; none for counts of things. */
  @Nullable Unit unit() {
    String base = baseName();
    for (Unit unit : List.of(Unit.BYTES, Unit.SECONDS, Unit.RATIO)) {
      if (base.endsWith("_" + unit)) {
        return unit;
      }
    }
    return null;
  }

  public MetricMetadata metadata() {
    Unit unit = unit();
    return unit == null
        ? new MetricMetadata(baseName(), help)
        : new MetricMetadata(baseName(), help, unit);
  }

  /** The name without the suffix of its kind: the family name in the OpenMetrics format. */
  public String baseName() {
    return shownName.substring(0, shownName.length() - kind.suffix().length());
  }
}
