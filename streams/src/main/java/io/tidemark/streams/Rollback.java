package io.tidemark.streams;

import io.tidemark.analysis.NewBeginning;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undoes changes of one source, in the stores and on the topics, back to its last complete
 * publication. Decides which slices are applied again to find the faulty one.
 */
final class Rollback {

  private static final Logger LOG = LoggerFactory.getLogger(Rollback.class);

  private final StoreParts parts;
  private final Parking parking;
  private final LiveSources live;
  private final SourcePublisher publisher;

  Rollback(StoreParts parts, Parking parking, LiveSources live, SourcePublisher publisher) {
    this.parts = parts;
    this.parking = parking;
    this.live = live;
    this.publisher = publisher;
  }

  /**
   * Undoes unsettled changes. A single slice is parked as faulty; among several the faulty one is
   * searched for.
   *
   * @param current the slice being applied, not yet stored; {@code null} if there is none
   */
  void recover(String source, @Nullable Received current, SourceFault fault) {
    LOG.warn("source {}: {} failed, rolled back", source, fault.step(), fault);
    LiveSource broken = live.forget(source);
    boolean early = publisher.forget(source);
    Unsettled again = broken == null ? null : broken.unsettled();
    if (current != null) {
      again = Unsettled.and(again, current);
    }
    try {
      if (broken != null) {
        broken.rollBack();
      }
      if (broken != null && early) {
        publisher.replace(source, broken.published(), live.of(source));
      }
    } catch (SourceFault worse) {
      if (broken != null && early) {
        publisher.rolledBack(broken.published());
      }
      drop(source);
      parking.park(source, worse, null, again);
      return;
    }
    if (again == null || (current != null && again.isOne())) {
      parking.park(source, fault, current, again);
    } else {
      parking.search(source, fault, again);
    }
  }

  /** Removes a source from memory and undoes its unsettled changes, none of which is published. */
  void drop(String source) {
    publisher.forget(source);
    LiveSource dropped = live.forget(source);
    if (dropped != null) {
      dropped.rollBack();
    }
  }

  /**
   * Deletes the stored state of a source except its ended runs, and removes its open run from the
   * topics. Readers keep the totals that they have counted.
   */
  void beginAnew(String source) {
    drop(source);
    PublishedRuns published = PublishedRuns.read(source, parts);
    publisher.lost(published);
    int next = NewBeginning.begin(source, published.last(), parts);
    LOG.warn(
        "source {} begins anew as run {}: its stored state could not be used; ended runs stay",
        source,
        next);
  }
}
