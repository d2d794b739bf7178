package io.tidemark.sink;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Moment;
import io.tidemark.sink.page.StateDocument;
import java.util.SortedMap;

/** Everything known at one moment; immutable, so that a scrape sees one moment. */
public record Board(
    SortedMap<RunId, RunStatus> runs,
    SortedMap<MemoryKey, MemoryUsage> usage,
    SortedMap<MemoryKey, OpTable> ops,
    SortedMap<MemoryKey, MemoryTimeline> timelines,
    SortedMap<PlanKey, PlanRecord> plans,
    SortedMap<AlertKey, Alert> alerts) {

  /** What is known at this moment. */
  public static Board of(Moment moment) {
    return new Board(
        moment.runs(),
        moment.usage(),
        moment.ops(),
        moment.timelines(),
        moment.plans(),
        moment.alerts());
  }

  /** The canonical document: the whole state, keys sorted, times left out. */
  public String stateJson() {
    return StateDocument.of(this);
  }
}
