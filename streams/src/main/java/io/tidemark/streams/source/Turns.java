package io.tidemark.streams.source;

import io.tidemark.streams.read.Received;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Decides when the slices of loud sources are applied. Their turns end when they have taken a large
 * share together, so that all of them take no more than one.
 */
final class Turns {

  private final LoudSources loud;
  private final WaitingSlices waiting;
  private final BiConsumer<String, Received> apply;
  private final Consumer<String> publish;

  Turns(
      LoudSources loud,
      WaitingSlices waiting,
      BiConsumer<String, Received> apply,
      Consumer<String> publish) {
    this.loud = loud;
    this.waiting = waiting;
    this.apply = apply;
    this.publish = publish;
  }

  /** Applies a slice, or keeps it if its source is loud. Returns whether it was applied. */
  boolean onSlice(String source, Received received, boolean earlier) {
    if (loud.holds(source) || waiting.holds(source)) {
      waiting.add(source, received, earlier);
      return false;
    }
    apply(source, received);
    return true;
  }

  /** Takes a turn if more than the limit waits. Returns whether it did. */
  boolean makeRoom() {
    boolean full = waiting.isFull();
    if (full) {
      takeOne();
    }
    return full;
  }

  /**
   * Gives loud sources their turns.
   *
   * @param busy records come: these have half of the time
   */
  void take(boolean busy) {
    if (busy && !loud.due()) {
      return;
    }
    LoudSources.Share turns = loud.begin();
    boolean large = false;
    while (!waiting.isEmpty() && !large) {
      large = takeOne() || loud.isLarge(turns);
    }
  }

  /**
   * One turn of the loud source that waits longest, with its publication. Returns whether it took a
   * large share.
   */
  private boolean takeOne() {
    String source = waiting.next();
    LoudSources.Share share = loud.begin();
    boolean large = apply(source, waiting.take(source));
    publish.accept(source);
    return loud.published(source, share) || large;
  }

  private boolean apply(String source, Received received) {
    LoudSources.Share share = loud.begin();
    apply.accept(source, received);
    return loud.applied(source, share);
  }

  /** Publishes a source, which counts for its share. */
  void publish(String source, Runnable publication) {
    LoudSources.Share share = loud.begin();
    publication.run();
    loud.published(source, share);
  }

  void flushed() {
    loud.flushed(waiting::holds);
  }

  /** Whether another flush is needed: slices wait, or a source may be loud no more. */
  boolean pending() {
    return !waiting.isEmpty() || !loud.isEmpty();
  }
}
