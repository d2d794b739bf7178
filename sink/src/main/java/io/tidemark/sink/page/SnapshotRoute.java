package io.tidemark.sink.page;

import io.tidemark.model.TerminalText;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.snapshot.SnapshotRange;
import io.tidemark.sink.snapshot.SnapshotRange.Axis;
import io.tidemark.sink.snapshot.SnapshotRows;
import io.tidemark.sink.snapshot.Snapshots;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Serves ranges of single snapshots. They are read from a topic, so their documents have a thread
 * of their own.
 */
final class SnapshotRoute implements Route {

  private static final int MOST_IF_ABSENT = 1_000;
  static final int MOST_UNFINISHED = 1_024;

  private final Supplier<BoardMoment> moments;
  private final Snapshots snapshots;
  private final SharedDocuments documents;

  /** Incomplete ranges: the next reading continues where the last one ended. */
  private final Set<String> unfinished =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                  return size() > MOST_UNFINISHED;
                }
              }));

  SnapshotRoute(Supplier<BoardMoment> moments, Snapshots snapshots, SharedDocuments documents) {
    this.moments = moments;
    this.snapshots = snapshots;
    this.documents = documents;
  }

  @Override
  public void answer(Exchange exchange) {
    SnapshotRange range = range(exchange);
    Board board = moments.get().board();
    if (!RunRoutes.isKnown(range.memory().run(), board, exchange)) {
      return;
    }
    if (!board.usage().containsKey(range.memory())) {
      // Otherwise each invented name would cause a reading of the topic.
      String device = TerminalText.of(range.memory().device());
      String memory = TerminalText.of(range.memory().memory());
      exchange.refuse(
          404, "device '%s' memory '%s': the run has no such".formatted(device, memory));
      return;
    }
    documents.send(key(range), () -> rendition(range), exchange);
  }

  /** Joins the parts with NUL, which no name contains. */
  private static String key(SnapshotRange range) {
    MemoryKey of = range.memory();
    String asked = "%s %d %d %d".formatted(range.axis(), range.from(), range.until(), range.most());
    return String.join("\0", of.run().toString(), of.device(), of.memory(), asked);
  }

  private Rendition rendition(SnapshotRange range) {
    Object version = unfinished.contains(key(range)) ? new Object() : moments.get();
    return Rendition.ofPage(version, out -> SnapshotDocument.write(read(range), out));
  }

  private SnapshotRows read(SnapshotRange range) {
    // A board in the same process is ahead of the written topic.
    MemoryUsage usage = moments.get().board().usage().get(range.memory());
    SnapshotRows rows = snapshots.read(range);
    long known = usage == null ? 0 : usage.snapshots();
    rows.end().filter(written -> written < known && !rows.goesOn()).ifPresent(rows::behind);
    unfinished.remove(key(range));
    if (rows.goesOn()) {
      unfinished.add(key(range));
    }
    return rows;
  }

  private static SnapshotRange range(Exchange exchange) {
    MemoryKey memory =
        new MemoryKey(
            RunRoutes.runOf(exchange), exchange.parameter("device"), exchange.parameter("memory"));
    long from = Paging.number(exchange, "from", 0, Long.MAX_VALUE);
    long until = Paging.number(exchange, "until", Long.MAX_VALUE, Long.MAX_VALUE);
    long most = Paging.number(exchange, "most", MOST_IF_ABSENT, SnapshotRange.MOST);
    return new SnapshotRange(memory, axis(exchange), from, until, (int) Math.max(1, most));
  }

  private static Axis axis(Exchange exchange) {
    String by = exchange.parameter("by");
    return switch (by) {
      case "", "number" -> Axis.NUMBER;
      case "time" -> Axis.TIME;
      default ->
          throw new IllegalArgumentException(
              "by '%s': want number or time".formatted(TerminalText.of(by)));
    };
  }
}
