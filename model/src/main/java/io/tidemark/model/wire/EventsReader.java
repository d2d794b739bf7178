package io.tidemark.model.wire;

import io.tidemark.model.event.EventBatch;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryEvent.Snapshot;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.TypeReference;

/** Reads one batch; see {@link EventsSerde}. */
final class EventsReader {

  /** Indexes in a row. */
  static final int OFFSET = 0;

  static final int TIME = 1;
  static final int BLOCK = 2;
  static final int BEFORE = 3;
  static final int CHANGED_BY = 4;

  /** No op, or an unknown figure. */
  static final int NONE = -1;

  /** Index of the first figure. */
  static final int FIGURES = 5;

  private static final int FIGURES_OF_A_MEMORY = 3;

  private static final TypeReference<List<EventBlock>> BLOCKS = new TypeReference<>() {};

  /** Limit of numbers in all rows of a record, far above those of a slice. */
  private static final int MOST_NUMBERS = 1 << 20;

  /** Events and rows, in order. */
  private final List<Object> read = new ArrayList<>();

  private boolean found;

  private int numbers;
  private List<Op> ops = List.of();
  private List<EventBlock> blocks = List.of();

  EventBatch read(byte[] bytes) {
    try (JsonParser json = Json.MAPPER.createParser(bytes)) {
      expect(JsonToken.START_OBJECT, json.nextToken());
      for (String name = json.nextName(); name != null; name = json.nextName()) {
        json.nextToken();
        switch (name) {
          case "events" -> events(json);
          case "ops" -> ops = EventOps.read(json);
          case "blocks" -> blocks = json.readValueAs(BLOCKS);
          default -> json.skipChildren();
        }
      }
      expect(JsonToken.END_OBJECT, json.currentToken());
      if (!found || json.nextToken() != null) {
        throw new IllegalArgumentException(found ? "text behind the events" : "no events");
      }
    }
    return batch();
  }

  /** Length of a complete row; trailing zeros are not written. */
  static int length(int memories) {
    return FIGURES + memories * FIGURES_OF_A_MEMORY;
  }

  static void expect(JsonToken wanted, @Nullable JsonToken found) {
    if (found != wanted) {
      throw new IllegalArgumentException("found %s, want %s".formatted(found, wanted));
    }
  }

  private void events(JsonParser json) {
    expect(JsonToken.START_ARRAY, json.currentToken());
    found = true;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      read.add(
          json.currentToken() == JsonToken.START_ARRAY
              ? row(json)
              : json.readValueAs(MemoryEvent.class));
    }
  }

  private long[] row(JsonParser json) {
    long[] row = new long[FIGURES + 4 * FIGURES_OF_A_MEMORY];
    int length = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      row = length == row.length ? Arrays.copyOf(row, 2 * length) : row;
      row[length++] = json.getLongValue();
    }
    return Arrays.copyOf(row, Math.max(length, FIGURES));
  }

  private EventBatch batch() {
    long[] @Nullable [] before = new long[blocks.size()][];
    List<MemoryEvent> events = new ArrayList<>(read.size());
    for (Object each : read) {
      if (each instanceof long[] written) {
        EventBlock block = blocks.get(blockOf(written));
        long[] row = whole(written, block);
        add(row, before[blockOf(row)]);
        before[blockOf(row)] = row;
        events.add(snapshot(row, block));
      } else {
        events.add((MemoryEvent) each);
      }
    }
    return new EventBatch(events);
  }

  private long[] whole(long[] row, EventBlock block) {
    int length = length(block.memories().size());
    if (row.length > length) {
      throw new IllegalArgumentException("row of %d numbers for %s".formatted(row.length, block));
    }
    numbers += length;
    if (numbers > MOST_NUMBERS) {
      throw new IllegalArgumentException("rows of more than %d numbers".formatted(MOST_NUMBERS));
    }
    return Arrays.copyOf(row, length);
  }

  private static int blockOf(long[] row) {
    return Math.toIntExact(row[BLOCK]);
  }

  private static void add(long[] row, long @Nullable [] before) {
    for (int i = 0; before != null && i < row.length; i++) {
      row[i] += i < BLOCK || i >= FIGURES ? before[i] : 0;
    }
  }

  private Snapshot snapshot(long[] row, EventBlock block) {
    List<MemoryView> views = new ArrayList<>(block.memories().size());
    int at = FIGURES;
    for (EventBlock.Memory memory : block.memories()) {
      views.add(
          new MemoryView(
              memory.memory(),
              memory.banks(),
              memory.capacityBytes(),
              row[at],
              row[at + 1],
              row[at + 2]));
      at += FIGURES_OF_A_MEMORY;
    }
    Op changedBy = op(row[CHANGED_BY]);
    return new Snapshot(
        new LogPosition(row[OFFSET], row[TIME]),
        block.device(),
        op(row[BEFORE]),
        changedBy == null ? null : changedBy.name(),
        views);
  }

  private @Nullable Op op(long place) {
    return place < 0 ? null : ops.get(Math.toIntExact(place));
  }
}
