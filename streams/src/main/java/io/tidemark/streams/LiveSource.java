package io.tidemark.streams;

import io.tidemark.analysis.Changes;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.Tombstones;
import io.tidemark.model.ParkedSource.Step;
import io.tidemark.model.Slice;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A source in memory: its analysis, and the data that undoes unsettled changes. */
final class LiveSource {

  private final SourceAnalysis analysis;
  private final SourceParts parts;
  private final PublishedRuns published;
  private boolean restarted;

  /** Whether the stores lack changes; loading may repair state, so it starts as true. */
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

  /**
   * Whether some of its state began anew when it was loaded, while the published records remain.
   */
  boolean restarted() {
    return restarted;
  }

  /** Applies a slice; its changes are not in the stores yet. */
  Outcome apply(Slice slice) {
    unkept = true;
    Outcome outcome = SourceFault.in(Step.APPLY, () -> analysis.apply(slice));
    withdrawn = Stream.concat(withdrawn.stream(), analysis.drainWithdrawn().stream()).toList();
    return outcome;
  }

  /** Whether published records must be withdrawn and all state published again. */
  boolean takesBack() {
    return restarted || !withdrawn.isEmpty();
  }

  /** Records of an open line that has grown, to be withdrawn; each is returned once. */
  List<Tombstones> drainWithdrawn() {
    List<Tombstones> drained = withdrawn;
    withdrawn = List.of();
    return drained;
  }

  /** Writes the changes since the last call to the stores. */
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

  /** Records that the slice was applied; it is applied again if a later publication fails. */
  void retain(Received received) {
    unsettled = Unsettled.and(unsettled, received).emitted();
    unsettledSlices++;
  }

  /** Stores the keys of changes that are about to be published. */
  void publishes(Changes changes) {
    unkept = true;
    SourceFault.in(Step.PUBLISH, () -> published.add(changes));
  }

  /** The same for all of its state, after which ended runs need no keys any more. */
  void publishesAll(Changes changes) {
    publishes(changes);
    if (takesBack()) {
      SourceFault.in(Step.PUBLISH, () -> published.retain(changes));
    }
    SourceFault.in(Step.PUBLISH, published::settle);
  }

  /** Records that all of its state is published. */
  void settled() {
    restarted = false;
    unsettled = null;
    unsettledSlices = 0;
    parts.published();
  }

  /** The published keys of its newest runs. */
  List<Tombstones> published() {
    return published.all();
  }

  /** Resets the stores to the last settled state; the analysis must not be used any more. */
  void rollBack() {
    parts.rollBack();
  }

  /** Slices applied since the last settled state; {@code null} for none. */
  @Nullable Unsettled unsettled() {
    return unsettled;
  }

  int unsettledSlices() {
    return unsettledSlices;
  }

  /** Size of the data held for a rollback, in bytes. */
  long heldBytes() {
    return parts.heldBytes();
  }
}
