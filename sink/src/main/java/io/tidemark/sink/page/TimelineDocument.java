package io.tidemark.sink.page;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.RunId;
import io.tidemark.sink.board.Moment;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** The timelines of one run as JSON, by device and memory. */
final class TimelineDocument {

  private TimelineDocument() {}

  private record Line(
      String device, String memory, MemoryTimeline.Axis bySnapshot, MemoryTimeline.Axis byTime) {}

  /** Of a run without memories: an empty list. */
  static void write(Moment moment, RunId run, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      out.writeStartArray();
      moment.timelinesOf(run).forEach(timeline -> out.writePOJO(line(timeline)));
      out.writeEndArray();
    }
  }

  private static Line line(Map.Entry<MemoryKey, MemoryTimeline> timeline) {
    MemoryKey key = timeline.getKey();
    MemoryTimeline value = timeline.getValue();
    return new Line(key.device(), key.memory(), value.bySnapshot(), value.byTime());
  }
}
