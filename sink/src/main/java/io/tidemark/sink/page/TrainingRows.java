package io.tidemark.sink.page;

import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.sink.verdict.TrainingVerdict;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A trainer's summary as JSON for the page. */
final class TrainingRows {

  static final int MOST_PHASES = 24;

  private TrainingRows() {}

  /** The summary with the head of its phases. */
  static void write(JsonGenerator out, Training training) {
    out.writeStartObject();
    out.writeStringProperty("state", training.state().word());
    out.writeStringProperty("verdict", TrainingVerdict.of(training).words());
    known(out, "name", training.model().name());
    known(out, "parameters", training.parameters());
    out.writeBooleanProperty("peakUnreliable", training.checks().peakUnreliable());
    out.writeNumberProperty("inconsistent", training.checks().inconsistent());
    TrainingMemory memory = training.memory();
    if (memory != null) {
      memory(out, memory);
    }
    out.writeArrayPropertyStart("phases");
    training.phases().stream().limit(MOST_PHASES).forEach(out::writePOJO);
    out.writeEndArray();
    out.writeNumberProperty("phasesInAll", training.phases().size() + training.cut());
    out.writeEndObject();
  }

  private static void memory(JsonGenerator out, TrainingMemory memory) {
    out.writeNumberProperty("deviceBytes", memory.assumptions().deviceBytes());
    out.writeNumberProperty("peakBytes", memory.peakBytes());
    out.writeNumberProperty("usageRatio", memory.usageRatio());
    out.writeNumberProperty("headroomBytes", memory.headroomBytes());
    known(out, "peakOwner", memory.peakOwner());
    out.writeArrayPropertyStart("parts");
    memory.table().forEach(out::writePOJO);
    out.writeEndArray();
  }

  /** Writes a property, unless its value is unknown. */
  private static void known(JsonGenerator out, String name, @Nullable Object value) {
    if (value != null) {
      out.writePOJOProperty(name, value);
    }
  }
}
