package io.tidemark.analysis.system.tttrain;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.CumulativeUse;
import io.tidemark.model.event.DramUse;
import io.tidemark.model.event.L1Peaks;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.training.TrainedModel;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingChecks;
import io.tidemark.model.training.TrainingState;
import io.tidemark.model.training.TrainingTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The summary of one training run: a heading and three lines for each phase, then the totals. */
@Stored
final class TrainingSummary {

  /** Kinds of the figures of a phase, in their order. */
  private static final List<String> FIGURES = List.of("dram", "cumulative", "l1");

  /** Kinds of lines that other tools also print. */
  private static final Set<String> OF_SUMMARY =
      Set.of("heading", "dram", "cumulative", "l1", "totals");

  /** Kinds of lines that begin a run. */
  private static final Set<String> BEGINS = Set.of("summary", "program", "parameters");

  private final List<Phase> phases = new ArrayList<>();
  private @Nullable TrainingState state;
  private long cut;
  private boolean overwritten;
  private @Nullable String name;
  private @Nullable Long parameters;
  private TrainingTotals totals = TrainingTotals.UNKNOWN;
  private @Nullable Phase open;

  /**
   * The newest heading, which begins a phase with its first figures: other programs print such
   * lines, too, and between any two of the trainer.
   */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable String heading;

  /** Number of the open phase's newest line; a phase of an earlier release has all three. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private int figures = 3;

  /** Whether a line that other tools also print belongs to an open summary. */
  boolean expects(RowFact line) {
    return state == TrainingState.OPEN || !OF_SUMMARY.contains(line.kind());
  }

  boolean begins(RowFact line) {
    return state != null
        && BEGINS.contains(line.kind())
        && (!line.is("parameters") || parameters != null);
  }

  /**
   * Records a line.
   *
   * @param above the name that stands above it; {@code null} for none
   */
  void apply(RowFact line, @Nullable String above, LogPosition at, Consumer<MemoryEvent> events) {
    switch (line.kind()) {
      case "summary" -> state = TrainingState.OPEN;
      case "heading" -> {
        String name = OpNameLimiter.cut(line.name());
        // The name of a phase is mostly a word, and the text of another program is mostly not.
        heading = heading == null || name.indexOf(' ') < 0 ? name : heading;
      }
      case "totals" -> {
        close(events);
        state = TrainingState.COMPLETE;
        totals = new TrainingTotals(line.figure("peak"), line.figure("final"));
      }
      case "parameters" -> parameters = line.figure("count");
      case "overwritten" -> overwritten = true;
      default -> figures(line, at, events);
    }
    name = above != null && BEGINS.contains(line.kind()) ? above : name;
  }

  /** Adds figures. One that the open phase has is that of the heading below it. */
  private void figures(RowFact line, LogPosition at, Consumer<MemoryEvent> events) {
    int number = FIGURES.indexOf(line.kind()) + 1;
    String name = heading;
    if (name != null && number > 0 && (open == null || number <= figures)) {
      close(events);
      open =
          new Phase(at, name, PhaseKind.of(name), DramUse.NONE, CumulativeUse.NONE, L1Peaks.NONE);
    }
    if (open != null && number > 0) {
      open = with(open, line, at);
      figures = number;
    }
  }

  private static Phase with(Phase p, RowFact line, LogPosition at) {
    long peak = line.figure("peak");
    DramUse dram =
        line.is("dram")
            ? new DramUse(
                peak, line.figure("allocated"), line.figure("freed"), line.figure("change"))
            : p.dram();
    CumulativeUse all =
        line.is("cumulative") ? new CumulativeUse(peak, line.figure("current")) : p.cumulative();
    L1Peaks l1 =
        line.is("l1")
            ? new L1Peaks(line.figure("cb"), line.figure("buffer"), line.figure("total"))
            : p.l1();
    return new Phase(at, p.name(), p.kind(), dram, all, l1);
  }

  private void close(Consumer<MemoryEvent> events) {
    Phase phase = open;
    heading = null;
    if (phase != null) {
      open = null;
      events.accept(phase);
      if (phases.size() < Training.MAX_PHASES) {
        phases.add(phase);
      } else {
        cut++;
      }
    }
  }

  void end(Consumer<MemoryEvent> events) {
    close(events);
    state = state == TrainingState.OPEN ? TrainingState.TRUNCATED : state;
  }

  /** The training so far; {@code null} if there is no summary. */
  @Nullable Training training() {
    TrainingState known = state;
    if (known == null) {
      return null;
    }
    List<Phase> all = new ArrayList<>(phases);
    if (open != null && all.size() < Training.MAX_PHASES) {
      all.add(open);
    }
    TrainingChecks checks =
        new TrainingChecks(overwritten || PhaseChecks.hidden(all), PhaseChecks.broken(all, totals));
    return new Training(all, cut, known, checks, new TrainedModel(name, parameters), totals, null);
  }

  /** The name of a phase without numbers, to keep the number of label values small. */
  private static final class PhaseKind {

    private static final List<Rule> RULES =
        List.of(
            rule(
                "MODEL_CREATION|OPTIMIZER_CREATION|ENTRY|END_TRACE|FIRST_ITERATION_COMPLETE", "$0"),
            rule("(FORWARD|BACKWARD)_PASS(?:_(?:micro_)?\\d+)?", "$1_PASS"),
            rule("(.*)_L\\d+_(.*)_(FWD|BWD)__\\d{6}", "$1_$2_$3"),
            rule("(.*)__\\d{6}", "$1"));

    private PhaseKind() {}

    private record Rule(Pattern name, String kind) {}

    private static Rule rule(String name, String kind) {
      return new Rule(Pattern.compile("^(?:" + name + ")$"), kind);
    }

    static String of(String name) {
      for (Rule rule : RULES) {
        Matcher matcher = rule.name.matcher(name);
        if (matcher.find()) {
          return matcher.replaceFirst(rule.kind);
        }
      }
      return "OTHER";
    }
  }

  /**
   * Checks identities between the figures of a summary. A breach indicates mixed output of two
   * ranks or a cut log. Each printed figure is rounded to 0.01 MiB, so sums may differ by twice
   * that.
   */
  private static final class PhaseChecks {

    private static final long TOLERANCE_BYTES = Math.round(0.02 * (1 << 20)) + 2;

    private PhaseChecks() {}

    /** Counts the identities that do not hold; those of unknown totals are skipped. */
    static int broken(List<Phase> phases, TrainingTotals totals) {
      int broken = 0;
      long peak = 0;
      long current = 0;
      for (Phase p : phases) {
        broken += differ(p.dram().changeBytes(), p.dram().allocatedBytes() - p.dram().freedBytes());
        broken += differ(p.cumulative().currentBytes(), current + p.dram().changeBytes());
        broken +=
            differ(
                p.cumulative().cumulativePeakBytes(),
                Math.max(peak, current + p.dram().peakBytes()));
        broken += p.dram().peakBytes() + TOLERANCE_BYTES < p.dram().changeBytes() ? 1 : 0;
        long parts = p.l1().circularBufferPeakBytes() + p.l1().bufferPeakBytes();
        broken += p.l1().totalPeakBytes() > parts + TOLERANCE_BYTES ? 1 : 0;
        // Printed values are used, so that rounding errors do not add up over phases.
        peak = p.cumulative().cumulativePeakBytes();
        current = p.cumulative().currentBytes();
      }
      Long peakBytes = totals.peakBytes();
      Long finalBytes = totals.finalBytes();
      broken += peakBytes == null ? 0 : differ(peakBytes, peak);
      broken += finalBytes == null ? 0 : differ(finalBytes, current);
      return broken;
    }

    private static int differ(long one, long other) {
      return Math.abs(one - other) > TOLERANCE_BYTES ? 1 : 0;
    }

    /** Whether two phases have the same name and figures: the later trace overwrote the earlier. */
    static boolean hidden(List<Phase> phases) {
      return phases.stream().map(PhaseChecks::figures).distinct().count() < phases.size();
    }

    private static List<Object> figures(Phase p) {
      DramUse dram = p.dram();
      return List.of(p.name(), dram.peakBytes(), dram.allocatedBytes(), dram.freedBytes(), p.l1());
    }
  }
}
