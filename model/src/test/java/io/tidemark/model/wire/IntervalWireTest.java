package io.tidemark.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import org.junit.jupiter.api.Test;

class IntervalWireTest {

  private static Interval interval(BufferContents contents) {
    return new Interval(
        new LogPosition(5, 6),
        "jit_f HBM",
        "HBM",
        new PlannedBuffer("fusion.7{1}", "jit(f)/dot", "temporary", contents),
        Lifetime.of(1, 2),
        Extent.stated(0, 8192, 4000),
        true);
  }

  @Test
  void whatABufferHoldsTravelsFlat() {
    Interval interval =
        interval(new BufferContents("[8,125]", "f32", "{1,0}", 1000L, 7L, "fusion", "jit(f)/dot"));
    String json = Json.MAPPER.writeValueAsString(interval);
    assertThat(json).contains("\"shape\":\"[8,125]\"", "\"allocation\":7", "\"opcode\":\"fusion\"");
    assertThat(json).doesNotContain("contents");
    assertThat(Json.MAPPER.readValue(json, MemoryEvent.class)).isEqualTo(interval);
  }

  @Test
  void unknownContentsAreAbsent() {
    Interval interval = interval(BufferContents.UNKNOWN);
    String json = Json.MAPPER.writeValueAsString(interval);
    assertThat(json).doesNotContain("shape", "dtype", "elements", "opcode", "opName", "null");
    assertThat(Json.MAPPER.readValue(json, MemoryEvent.class)).isEqualTo(interval);
  }
}
