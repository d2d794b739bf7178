package io.tidemark.sink.page;

import io.tidemark.sink.board.BoardSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Says when a page is to ask for its documents again: {@code ?after=NUMBER} is answered with
 * another number once the board or what {@code /ready} says has changed since, or with the same one
 * after {@link #PATIENCE}, since some documents change with the time alone.
 */
final class ChangesRoute implements Route {

  /** Shorter than the server's limits for a connection without progress, and most proxies'. */
  static final Duration PATIENCE = Duration.ofSeconds(25);

  private static final Executor SOON =
      CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);

  private final Supplier<BoardSnapshot> snapshots;
  private final Health ready;
  private final List<Waiting> waiting = new ArrayList<>();
  private Optional<String> problem = Optional.empty();
  private BoardSnapshot board = BoardSnapshot.empty();

  /** Differs from those of the program's earlier starts. */
  private long number = System.currentTimeMillis();

  private record Waiting(Exchange exchange, long sinceNanos) {
    boolean isOver() {
      return System.nanoTime() - sinceNanos >= PATIENCE.toNanos();
    }
  }

  ChangesRoute(Supplier<BoardSnapshot> snapshots, Health ready) {
    this.snapshots = snapshots;
    this.ready = ready;
  }

  @Override
  public void answer(Exchange exchange) {
    long now;
    synchronized (this) {
      now = number();
      if (exchange.parameter("after").equals(Long.toString(now))) {
        waiting.add(new Waiting(exchange, System.nanoTime()));
        if (waiting.size() == 1) {
          SOON.execute(this::look);
        }
        return;
      }
    }
    exchange.text(200, Long.toString(now));
  }

  /** Answers those that need not wait any more, and looks again while any does. */
  private void look() {
    List<Waiting> answered = new ArrayList<>();
    long now;
    synchronized (this) {
      long before = number;
      now = number();
      for (Waiting one : waiting) {
        if (now != before || one.isOver()) {
          answered.add(one);
        }
      }
      waiting.removeAll(answered);
      if (!waiting.isEmpty()) {
        SOON.execute(this::look);
      }
    }
    answered.forEach(one -> one.exchange.text(200, Long.toString(now)));
  }

  @SuppressWarnings("ReferenceEquality") // a changed board is another object
  private long number() {
    BoardSnapshot newest = snapshots.get();
    Optional<String> said = ready.problem();
    if (newest != board || !said.equals(problem)) {
      board = newest;
      problem = said;
      number++;
    }
    return number;
  }
}
