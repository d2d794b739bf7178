package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.run.AnalysisFailure.Step;
import io.tidemark.model.wire.Topics;
import java.util.List;
import java.util.Map;

/** The real analysis with a bug that a line {@code poison} triggers. */
final class PlantedFault implements SourceAnalysis {

  /** The place of the bug. */
  enum Bug {
    AFTER(Step.APPLY),
    ENDLESS_RECURSION(Step.APPLY),
    EVENT_TOO_LARGE(Step.PUBLISH),
    WEIGHT(Step.APPLY),
    STORE(Step.STORE),
    /** Only once the changes of the slice are published. */
    STORE_LATER(Step.STORE),
    CHANGES(Step.PUBLISH),
    SERIALISER(Step.PUBLISH),
    CHANGE_TOO_LARGE(Step.PUBLISH);

    final Step step;

    Bug(Step step) {
      this.step = step;
    }

    /** Whether the bug shows while the slice is being applied. */
    boolean isOfSlice() {
      return compareTo(WEIGHT) <= 0;
    }
  }

  private final Bug bug;
  private final RunId run;
  private final SourceAnalysis real;
  private boolean poisoned;
  private boolean published;

  private PlantedFault(Bug bug, String source, SourceAnalysis real) {
    this.bug = bug;
    this.run = new RunId(source, 1);
    this.real = real;
  }

  static SourceAnalysis.Loader with(Bug bug) {
    return (source, parts) -> new PlantedFault(bug, source, LogAnalysis.load(source, parts));
  }

  @Override
  public Outcome apply(Slice slice) {
    Outcome outcome = real.apply(slice);
    if (!new String(slice.bytes(), UTF_8).contains("poison")) {
      return outcome;
    }
    poisoned = true;
    return switch (bug) {
      case AFTER -> throw new IllegalStateException("planted\nin two lines");
      case ENDLESS_RECURSION -> throw new StackOverflowError();
      case EVENT_TOO_LARGE -> {
        MemoryEvent large =
            new MemoryEvent.RunEnded(new LogPosition(1, 1), "x".repeat(Topics.MAX_RECORD_BYTES));
        yield new Outcome(List.of(new Outcome.RunEvents(run, List.of(large))), List.of(), false);
      }
      default -> outcome;
    };
  }

  @Override
  public void store() {
    if (poisoned && (bug == Bug.STORE || (bug == Bug.STORE_LATER && published))) {
      throw new IllegalStateException("planted");
    }
    real.store();
  }

  @Override
  public Changes changes() {
    return planted(real.changes());
  }

  @Override
  public Changes changesWhileBusy() {
    return planted(real.changesWhileBusy());
  }

  private Changes planted(Changes changes) {
    published |= poisoned;
    if (!poisoned || bug == Bug.STORE || bug == Bug.STORE_LATER) {
      return changes;
    }
    return switch (bug) {
      case SERIALISER -> with(changes, new MemoryKey(run, null, "DRAM"), Map.of());
      case CHANGE_TOO_LARGE -> {
        AlertKey key = new AlertKey(run, AlertRule.CRITICAL, "0", "DRAM");
        String sentence = "x".repeat(Topics.MAX_RECORD_BYTES);
        Alert large = new Alert(1, 1, null, 1, sentence, 1, 1);
        yield with(changes, new MemoryKey(run, "0", "DRAM"), Map.of(key, large));
      }
      default -> throw new IllegalStateException("planted");
    };
  }

  private static Changes with(Changes published, MemoryKey key, Map<AlertKey, Alert> alerts) {
    Map<MemoryKey, OpTable> ops = Map.of(key, new OpTable(List.of(), 0, 1, null, List.of()));
    return new Changes(
        published.runs(),
        published.usage(),
        ops,
        published.timelines(),
        published.plans(),
        alerts,
        published.gone());
  }

  @Override
  public List<Tombstones> displaced() {
    return real.displaced();
  }

  @Override
  public List<Tombstones> openRuns() {
    return real.openRuns();
  }

  @Override
  public List<String> restartedSections() {
    return real.restartedSections();
  }

  @Override
  public long weightBytes() {
    if (poisoned && bug == Bug.WEIGHT) {
      throw new IllegalStateException("planted");
    }
    return real.weightBytes();
  }
}
