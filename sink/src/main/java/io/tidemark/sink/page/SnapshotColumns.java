package io.tidemark.sink.page;

import io.tidemark.sink.snapshot.RunSnapshots.OfMemory;
import io.tidemark.sink.snapshot.SnapshotPoint;
import io.tidemark.sink.snapshot.SnapshotRows;
import io.tidemark.sink.snapshot.SnapshotRows.Bucket;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The snapshots of a run's memories as columns that compress well. Numbers are stored as
 * differences to the previous one, names as their index in a list, 0 for none.
 */
final class SnapshotColumns {

  private SnapshotColumns() {}

  static void write(List<OfMemory> memories, OutputStream to) throws IOException {
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      out.writeStartArray();
      memories.forEach(memory -> write(memory, out));
      out.writeEndArray();
    }
  }

  private static void write(OfMemory memory, JsonGenerator out) {
    SnapshotRows rows = memory.rows();
    List<Bucket> all = rows.buckets();
    out.writeStartObject();
    out.writeStringProperty("device", memory.key().device());
    out.writeStringProperty("memory", memory.key().memory());
    out.writeNumberProperty("inAll", rows.inAll());
    out.writeNumberProperty("width", rows.width());
    differences(out, "timeMillis", all, bucket -> bucket.highest().timeMillis());
    if (rows.joined()) {
      differences(out, "leastBytes", all, Bucket::leastBytes);
    }
    differences(out, "mostBytes", all, bucket -> bucket.highest().usedBytes());
    if (all.stream().allMatch(bucket -> bucket.highest().largestFreeBytes() != null)) {
      differences(out, "largestFreeBytes", all, SnapshotColumns::largestFree);
    }
    places(out, "op", "ops", all, SnapshotPoint::op);
    places(out, "location", "locations", all, SnapshotPoint::location);
    SnapshotDocument.marks(rows.marks(), out);
    out.writeEndObject();
  }

  private static long largestFree(Bucket bucket) {
    Long bytes = bucket.highest().largestFreeBytes();
    return bytes == null ? 0 : bytes;
  }

  private static void differences(
      JsonGenerator out, String name, List<Bucket> all, ToLongFunction<Bucket> figure) {
    out.writeArrayPropertyStart(name);
    long before = 0;
    for (Bucket bucket : all) {
      long value = figure.applyAsLong(bucket);
      out.writeNumber(value - before);
      before = value;
    }
    out.writeEndArray();
  }

  private static void places(
      JsonGenerator out,
      String name,
      String list,
      List<Bucket> all,
      Function<SnapshotPoint, @Nullable String> text) {
    Map<String, Integer> places = new LinkedHashMap<>();
    List<Integer> column = new ArrayList<>();
    for (Bucket bucket : all) {
      String value = text.apply(bucket.highest());
      column.add(value == null ? 0 : places.computeIfAbsent(value, any -> places.size() + 1));
    }
    out.writeArrayPropertyStart(name);
    column.forEach(out::writeNumber);
    out.writeEndArray();
    out.writeArrayPropertyStart(list);
    out.writeString("");
    places.keySet().forEach(out::writeString);
    out.writeEndArray();
  }
}
