package io.tidemark.sink.page;

import io.tidemark.sink.snapshot.ProgramMarks;
import io.tidemark.sink.snapshot.ProgramMarks.Kind;
import io.tidemark.sink.snapshot.ProgramMarks.Mark;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** Program starts as JSON: the count of each kind, and columns of the first ones. */
final class MarkColumns {

  private MarkColumns() {}

  /** Writes nothing if the range has none. */
  static void write(ProgramMarks marks, JsonGenerator out) {
    Map<Kind, Long> inAll = marks.inAll();
    if (inAll.isEmpty()) {
      return;
    }
    out.writeObjectPropertyStart("marks");
    for (Kind kind : Kind.values()) {
      Long count = inAll.get(kind);
      if (count != null) {
        out.writeObjectPropertyStart(kind.label());
        out.writeNumberProperty("inAll", count);
        columns(marks.of(kind), out);
        out.writeEndObject();
      }
    }
    out.writeEndObject();
  }

  private static void columns(List<Mark> marks, JsonGenerator out) {
    out.writeArrayPropertyStart("n");
    marks.forEach(mark -> out.writeNumber(mark.n()));
    out.writeEndArray();
    out.writeArrayPropertyStart("timeMillis");
    marks.forEach(mark -> out.writeNumber(mark.timeMillis()));
    out.writeEndArray();
    out.writeArrayPropertyStart("programs");
    marks.forEach(mark -> out.writeString(mark.program()));
    out.writeEndArray();
  }
}
