package io.tidemark.sink.page;

import io.tidemark.sink.snapshot.SnapshotPoint;
import io.tidemark.sink.snapshot.SnapshotRows;
import io.tidemark.sink.snapshot.SnapshotRows.Bucket;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A range of snapshots as JSON: rows, or columns of buckets. */
final class SnapshotDocument {

  private SnapshotDocument() {}

  static void write(SnapshotRows found, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      out.writeStartObject();
      out.writeNumberProperty("inAll", found.inAll());
      if (found.joined()) {
        buckets(found, out);
      } else {
        out.writeArrayPropertyStart("rows");
        found.buckets().forEach(bucket -> row(bucket.highest(), out));
        out.writeEndArray();
      }
      MarkColumns.write(found.marks(), out);
      found.partial().ifPresent(why -> out.writeStringProperty("partial", why));
      found.written().ifPresent(written -> out.writeNumberProperty("written", written));
      out.writeEndObject();
    }
  }

  private static void row(SnapshotPoint point, JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("n", point.n());
    out.writeNumberProperty("timeMillis", point.timeMillis());
    out.writeNumberProperty("usedBytes", point.usedBytes());
    if (point.largestFreeBytes() != null) {
      out.writeNumberProperty("largestFreeBytes", point.largestFreeBytes());
    }
    if (point.op() != null) {
      out.writeStringProperty("op", point.op());
    }
    if (point.location() != null) {
      out.writeStringProperty("location", point.location());
    }
    out.writeEndObject();
  }

  private static void buckets(SnapshotRows found, JsonGenerator out) {
    List<Bucket> all = found.buckets();
    out.writeNumberProperty("from", found.from());
    out.writeNumberProperty("width", found.width());
    column(out, "at", all, (bucket, to) -> to.writeNumber(bucket.at()));
    column(out, "leastBytes", all, (bucket, to) -> to.writeNumber(bucket.leastBytes()));
    column(out, "mostBytes", all, (bucket, to) -> to.writeNumber(bucket.highest().usedBytes()));
    column(out, "mostAt", all, (bucket, to) -> to.writeNumber(bucket.highest().n()));
    column(
        out,
        "largestFreeBytes",
        all,
        (bucket, to) -> free(bucket.highest().largestFreeBytes(), to));
    column(out, "ops", all, (bucket, to) -> to.writeString(bucket.highest().op()));
  }

  private static void free(@Nullable Long bytes, JsonGenerator out) {
    if (bytes == null) {
      out.writeNull();
    } else {
      out.writeNumber(bytes);
    }
  }

  private static void column(
      JsonGenerator out, String name, List<Bucket> all, BiConsumer<Bucket, JsonGenerator> write) {
    out.writeArrayPropertyStart(name);
    all.forEach(bucket -> write.accept(bucket, out));
    out.writeEndArray();
  }
}
