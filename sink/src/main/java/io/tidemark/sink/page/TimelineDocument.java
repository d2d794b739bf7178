package io.tidemark.sink.page;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryTimeline;
import io.tidemark.model.RunId;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** The timelines of one run as JSON, by device and memory. */
final class TimelineDocument {

  private TimelineDocument() {}

  private record Line(
      String device, String memory, MemoryTimeline.Axis bySnapshot, MemoryTimeline.Axis byTime) {}

  /** Writes an empty list for a run without memories. */
  static void write(Board board, RunId run, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      out.writeStartArray();
      board.timelinesOf(run).forEach(timeline -> out.writePOJO(line(timeline)));
      out.writeEndArray();
    }
  }

  private static Line line(Map.Entry<MemoryKey, MemoryTimeline> timeline) {
    MemoryKey key = timeline.getKey();
    MemoryTimeline value = timeline.getValue();
    return new Line(key.device(), key.memory(), value.bySnapshot(), value.byTime());
  }
}
