package io.tidemark.sink.figure;

import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * Every meter of the board; {@code meters.json} declares its name on {@code /metrics}, its kind,
 * labels and help, and how the history keeps it. How they add up:
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
  READY,
  BUILD,
  RUN,
  RUN_START,
  RUN_END,
  RUN_STATE,
  RUN_CONTRADICTIONS,
  RUN_FAILED_AT,
  RUN_LINES,
  CAPACITY,
  USED,
  FREE,
  LARGEST_FREE,
  FRAGMENTATION,
  WINDOW_PEAK,
  LEAK,
  OVER_LAST_RUN,
  RUN_GROWTH,
  RUN_URGENCY,
  WHERE,
  WHERE_BYTES,
  NEEDED,
  HELD,
  LIVE_TENSORS,
  LIVE_PADDING,
  RUN_PEAK,
  RUN_PEAK_TIME,
  OP_USED,
  OP_PEAK,
  OP_GROWTH,
  OP_HELD,
  OPS,
  PEAK_OP,
  PLAN_PEAK,
  PLAN_ARENA,
  PLAN_CAPACITY,
  PLAN_VERDICT,
  PLAN_PADDING,
  PLAN_FRAGMENTATION,
  PLAN_FAILED,
  PART,
  PHASE,
  PHASES,
  TRAINING,
  TRAINING_USAGE,
  OUT_OF_MEMORY,
  OUT_OF_MEMORY_TIME,
  OUT_OF_MEMORY_NEEDED,
  OUT_OF_MEMORY_FREE,
  OUT_OF_MEMORY_USED,
  OUT_OF_MEMORY_CAPACITY,
  REFUSED,
  ALERT,
  ALERT_SINCE,
  LINES,
  REJECTS,
  GAPS,
  OVERFLOW,
  UNREADABLE,
  IGNORED,
  SERIES,
  DROPPED_RUNS,
  DROPPED_SERIES;

  /** How the history keeps the values of a meter. */
  public enum Trait {
    /** It leaves the scrape when the run is over. */
    LIVE,
    /** Only the state determines it; of one millisecond, the newest value is kept. */
    OF_STATE,
    /**
     * The lowest value of a millisecond is kept, since of used bytes the highest is: used and free
     * then still add up.
     */
    LEAST
  }

  /** What {@code meters.json} declares of a meter. */
  private record Declared(
      String shownName, MeterKind kind, Set<Trait> traits, List<String> labels, String help) {
    static final Map<BoardMeter, Declared> ALL = all();

    private static Map<BoardMeter, Declared> all() {
      try (InputStream table = BoardMeter.class.getResourceAsStream("meters.json")) {
        return Json.MAPPER.readValue(table, new TypeReference<EnumMap<BoardMeter, Declared>>() {});
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Declared declared() {
    return Objects.requireNonNull(Declared.ALL.get(this), name());
  }

  public String shownName() {
    return declared().shownName();
  }

  public MeterKind kind() {
    return declared().kind();
  }

  public boolean is(Trait trait) {
    return declared().traits().contains(trait);
  }

  public String help() {
    return declared().help();
  }

  public List<String> labels() {
    return declared().labels();
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
        ? new MetricMetadata(baseName(), help())
        : new MetricMetadata(baseName(), help(), unit);
  }

  /** The name without the suffix of its kind: the family name in the OpenMetrics format. */
  public String baseName() {
    return shownName().substring(0, shownName().length() - kind().suffix().length());
  }
}
