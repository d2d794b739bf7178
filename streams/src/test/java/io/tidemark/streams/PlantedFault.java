package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.OpTable;
import io.tidemark.model.ParkedSource.Step;
import io.tidemark.model.RunId;
import io.tidemark.model.Slice;
import io.tidemark.model.wire.Topics;
import java.util.List;
import java.util.Map;

/** Counts lines as {@link LineCount} does, with a bug that a line {@code poison} triggers. */
final class PlantedFault implements SourceAnalysis {

  /** The place of the bug. */
  enum Bug {
    AFTER(Step.APPLY),
    ENDLESS_RECURSION(Step.APPLY),
    STORE(Step.STORE),
    EVENT_TOO_LARGE(Step.PUBLISH),
    CHANGES(Step.PUBLISH),
    /** Appears only when no more slices come; until then wrong state is published. */
    CHANGES_AT_REST(Step.PUBLISH),
    SERIALISER(Step.PUBLISH),
    CHANGE_TOO_LARGE(Step.PUBLISH);

    final Step step;

    Bug(Step step) {
      this.step = step;
    }
  }

  private static final byte[] YES = {1};

  private final Bug bug;
  private final String source;
  private final StateParts parts;
  private final LineCount count;

  private PlantedFault(Bug bug, String source, StateParts parts) {
    this.bug = bug;
    this.source = source;
    this.parts = parts;
    this.count = new LineCount(source, parts);
  }

  static SourceAnalysis.Loader with(Bug bug) {
    return (source, parts) -> new PlantedFault(bug, source, parts);
  }

  private boolean poisoned() {
    return parts.get(Store.OPS, source + "\0poisoned") != null;
  }

  @Override
  public Outcome apply(Slice slice) {
    Outcome outcome = count.apply(slice);
    if (!new String(slice.bytes(), UTF_8).contains("poison")) {
      return outcome;
    }
    switch (bug) {
      case AFTER -> throw new IllegalStateException("planted\nin two lines");
      case ENDLESS_RECURSION -> throw new StackOverflowError();
      case STORE -> parts.put(Store.OPS, null, YES);
      case EVENT_TOO_LARGE -> {
        MemoryEvent large =
            new MemoryEvent.RunEnded(new LogPosition(1, 1), "x".repeat(Topics.MAX_RECORD_BYTES));
        return new Outcome(List.of(new Outcome.RunEvents(run(), List.of(large))), List.of(), false);
      }
      default -> parts.put(Store.OPS, source + "\0poisoned", YES);
    }
    return outcome;
  }

  @Override
  public Changes changes() {
    Changes changes = count.changes();
    if (!poisoned()) {
      return changes;
    }
    return switch (bug) {
      case SERIALISER -> with(changes, new MemoryKey(run(), null, "DRAM"), Map.of());
      case CHANGE_TOO_LARGE -> {
        AlertKey key = new AlertKey(run(), AlertRule.CRITICAL, "0", "DRAM");
        String sentence = "x".repeat(Topics.MAX_RECORD_BYTES);
        Alert large = new Alert(1, 1, null, 1, sentence, 1, 1);
        yield with(changes, new MemoryKey(run(), "0", "DRAM"), Map.of(key, large));
      }
      default -> throw new IllegalStateException("planted");
    };
  }

  @Override
  public Changes changesWhileBusy() {
    if (bug != Bug.CHANGES_AT_REST) {
      return changes();
    }
    Changes changes = count.changes();
    return poisoned() ? with(changes, new MemoryKey(run(), "0", "MADE UP"), Map.of()) : changes;
  }

  private static Changes with(Changes published, MemoryKey key, Map<AlertKey, Alert> alerts) {
    Map<MemoryKey, OpTable> ops = Map.of(key, new OpTable(List.of(), 0, 1));
    return new Changes(
        published.runs(),
        published.usage(),
        ops,
        published.timelines(),
        published.plans(),
        alerts,
        published.gone());
  }

  private RunId run() {
    return new RunId(source, 1);
  }

  @Override
  public long weightBytes() {
    return count.weightBytes();
  }
}
