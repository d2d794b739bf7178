package io.tidemark.sink.page;

import io.tidemark.sink.snapshot.ProgramMarks;
import io.tidemark.sink.snapshot.ProgramMarks.Kind;
import io.tidemark.sink.snapshot.ProgramMarks.Mark;
import io.tidemark.sink.snapshot.SnapshotRows;
import io.tidemark.sink.snapshot.SnapshotRows.Bucket;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A range of snapshots as JSON: rows, or columns of buckets. */
final class SnapshotDocument {

  private SnapshotDocument() {}

  static void write(SnapshotRows found, JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("inAll", found.inAll());
    if (found.joined()) {
      buckets(found, out);
    } else {
      out.writeArrayPropertyStart("rows");
      found.buckets().forEach(bucket -> out.writePOJO(bucket.highest()));
      out.writeEndArray();
    }
    marks(found.marks(), out);
    found.partial().ifPresent(why -> out.writeStringProperty("partial", why));
    found.written().ifPresent(written -> out.writeNumberProperty("written", written));
    out.writeEndObject();
  }

  private static void buckets(SnapshotRows found, JsonGenerator out) {
    List<Bucket> all = found.buckets();
    out.writeNumberProperty("from", found.from());
    out.writeNumberProperty("width", found.width());
    column(out, "at", all, Bucket::at);
    column(out, "leastBytes", all, Bucket::leastBytes);
    column(out, "mostBytes", all, bucket -> bucket.highest().usedBytes());
    column(out, "mostAt", all, bucket -> bucket.highest().n());
    column(out, "largestFreeBytes", all, bucket -> bucket.highest().largestFreeBytes());
    column(out, "ops", all, bucket -> bucket.highest().op());
  }

  /** Program starts: the count of each kind, and columns of the first ones; nothing without any. */
  static void marks(ProgramMarks marks, JsonGenerator out) {
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
        column(out, "n", marks.of(kind), Mark::n);
        column(out, "timeMillis", marks.of(kind), Mark::timeMillis);
        column(out, "programs", marks.of(kind), Mark::program);
        out.writeEndObject();
      }
    }
    out.writeEndObject();
  }

  private static <T> void column(
      JsonGenerator out, String name, List<T> rows, Function<T, @Nullable Object> cell) {
    out.writeArrayPropertyStart(name);
    rows.forEach(row -> out.writePOJO(cell.apply(row)));
    out.writeEndArray();
  }
}
