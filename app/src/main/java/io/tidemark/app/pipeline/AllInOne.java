package io.tidemark.app.pipeline;

import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.sink.Sink;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A pipeline of our own and the tailer before it, closed in reverse. */
public final class AllInOne implements AutoCloseable {

  private final Pipeline pipeline;
  private final Ingest ingest;
  private volatile @Nullable Selected selected;

  /**
   * What a board holds of some sources.
   *
   * @param of the whole board
   */
  private record Selected(Board of, Set<String> sources, Board board) {}

  public AllInOne(AllInOneConfig options) throws Exception {
    Ingest.requireLogs(options.ingest().logs(), options.ingest().once());
    pipeline =
        new Pipeline(
            options.data(),
            options.listen(),
            options.settings(),
            options.receivers(),
            options.kafkaMeters());
    try {
      ingest = Ingest.open(options.ingest().on(pipeline.kafka()), pipeline.meters());
      pipeline.addHealth(ingest::work);
    } catch (RuntimeException e) {
      pipeline.close();
      throw e;
    }
  }

  public Sink sink() {
    return pipeline.sink();
  }

  /**
   * What is known of the logs that are read; the folder may hold others from before. The same board
   * while nothing of it has changed.
   */
  @SuppressWarnings("ReferenceEquality") // a changed board is another object
  public Board board() {
    Board all = sink().board();
    Set<String> sources =
        ingest.progress().stream().map(SourceProgress::source).collect(Collectors.toSet());
    Selected now = selected;
    if (now == null || now.of() != all || !now.sources().equals(sources)) {
      now = new Selected(all, sources, all.ofSources(sources));
      selected = now;
    }
    return now.board();
  }

  /** Of the page. */
  public String address() {
    return pipeline.address();
  }

  /** Of the page, for links from elsewhere. */
  public String link() {
    return pipeline.link();
  }

  /** Rethrows what ended any of the programs. */
  public void check() {
    ingest.check();
    pipeline.check();
  }

  /** Logs that are named and not there yet. */
  public List<String> awaited() {
    return ingest.progress().stream()
        .filter(progress -> progress.generation() == null)
        .map(SourceProgress::label)
        .toList();
  }

  /** What of all there is to read is not yet read, tracked and on the board; empty at the end. */
  public Optional<String> lacks() {
    if (!ingest.drained()) {
      return Optional.of(
          ingest.progress().stream()
              .map(log -> "%s at byte %d".formatted(log.source(), log.shippedBytes()))
              .collect(Collectors.joining(", ", "reading goes on: ", "")));
    }
    Map<String, Sink.Shipped> shipped = new HashMap<>();
    for (SourceProgress log : ingest.progress()) {
      String generation = log.generation();
      if (generation != null) {
        shipped.put(log.source(), new Sink.Shipped(generation, log.shippedBytes(), log.rested()));
      }
    }
    return sink().lacks(shipped);
  }

  @Override
  public void close() throws IOException {
    try {
      ingest.close();
    } finally {
      pipeline.close();
    }
  }
}
