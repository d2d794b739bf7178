package io.tidemark.streams;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.Tombstones;
import io.tidemark.model.ParkedSource.Step;
import io.tidemark.model.Slice;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A source in memory: its analysis, and what it takes to undo what is not settled yet. */
final class LiveSource {

  private final SourceAnalysis analysis;
  private final SourceParts parts;
  private final PublishedRuns published;
  private boolean restarted;

  /** The stores do not hold all of it; what was loaded may have been mended. */
  private boolean unkept = true;

  private List<Tombstones> withdrawn = List.of();
  private @Nullable Unsettled unsettled;
  private int unsettledSlices;

  private LiveSource(SourceAnalysis analysis, SourceParts parts, PublishedRuns published) {
    this.analysis = analysis;
    this.parts = parts;
    this.published = published;
    this.restarted = !analysis.restartedSections().isEmpty();
  }

  static LiveSource load(SourceAnalysis.Loader loader, String source, StoreParts stores) {
    SourceParts parts = new SourceParts(stores);
    return SourceFault.in(
        Step.LOAD,
        () -> new LiveSource(loader.load(source, parts), parts, PublishedRuns.read(source, parts)));
  }

  SourceAnalysis analysis() {
    return analysis;
  }

  /** Some of its state began anew when it loaded, and what was published of that still stands. */
  boolean restarted() {
    return restarted;
  }

  /** Applies a slice; none of it is kept yet. */
  Outcome apply(Slice slice) {
    unkept = true;
    Outcome outcome = SourceFault.in(Step.APPLY, () -> analysis.apply(slice));
    withdrawn = Stream.concat(withdrawn.stream(), analysis.drainWithdrawn().stream()).toList();
    return outcome;
  }

  /** Some of what was published is to be taken back, and all of its state published anew. */
  boolean takesBack() {
    return restarted || !withdrawn.isEmpty();
  }

  /** What was published of an open line that has grown; until more is withdrawn, nothing. */
  List<Tombstones> drainWithdrawn() {
    List<Tombstones> drained = withdrawn;
    withdrawn = List.of();
    return drained;
  }

  /** What changed since the last call goes into the stores. */
  void keep() {
    if (unkept) {
      SourceFault.in(Step.STORE, this::store);
      unkept = false;
    }
  }

  private void store() {
    analysis.store();
    parts.keep();
  }

  long weightBytes() {
    return SourceFault.in(Step.APPLY, analysis::weightBytes);
  }

  /** The slice is kept; it is applied again should a later publication fail. */
  void retain(Received received) {
    unsettled = Unsettled.and(unsettled, received).emitted();
    unsettledSlices++;
  }

  /** These changes are about to be published; what they are published under is stored with them. */
  void publishes(Changes changes) {
    unkept = true;
    SourceFault.in(Step.PUBLISH, () -> published.add(changes));
  }

  /** All of its state is about to be published. */
  void publishesAll(Changes changes) {
    publishes(changes);
    if (takesBack()) {
      SourceFault.in(Step.PUBLISH, () -> published.retain(changes));
    }
    SourceFault.in(Step.PUBLISH, published::settle);
  }

  /** All of its state is published. */
  void settled() {
    restarted = false;
    unsettled = null;
    unsettledSlices = 0;
    parts.published();
  }

  /** What its newest runs are published under. */
  List<Tombstones> published() {
    return published.all();
  }

  /** The stores are again what was settled last; the analysis must not be used any more. */
  void rollBack() {
    parts.rollBack();
  }

  /** Slices applied since it was settled; {@code null} for none. */
  @Nullable Unsettled unsettled() {
    return unsettled;
  }

  int unsettledSlices() {
    return unsettledSlices;
  }

  /** What it holds to be able to roll back, bytes. */
  long heldBytes() {
    return parts.heldBytes();
  }
}
