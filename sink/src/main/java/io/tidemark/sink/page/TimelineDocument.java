package io.tidemark.sink.page;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.RunId;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Moment;
import java.util.List;
import java.util.Map;

/** The timelines of one run as JSON, by device and memory. */
final class TimelineDocument {

  private TimelineDocument() {}

  private record Line(
      String device, String memory, MemoryTimeline.Axis bySnapshot, MemoryTimeline.Axis byTime) {}

  /** Of a run without memories: an empty list. */
  static String of(Moment moment, RunId run) {
    List<Line> lines = moment.timelinesOf(run).stream().map(TimelineDocument::line).toList();
    return Json.MAPPER.writeValueAsString(lines).replace("<", "\\u003c");
  }

  private static Line line(Map.Entry<MemoryKey, MemoryTimeline> timeline) {
    MemoryKey key = timeline.getKey();
    MemoryTimeline value = timeline.getValue();
    return new Line(key.device(), key.memory(), value.bySnapshot(), value.byTime());
  }
}
