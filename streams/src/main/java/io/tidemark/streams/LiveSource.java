package io.tidemark.streams;

import io.tidemark.model.ParkedSource.Step;
import java.util.ArrayList;
import java.util.List;

/** A source in memory: its analysis, and what it takes to undo what is not published yet. */
final class LiveSource {

  private final SourceAnalysis analysis;
  private final SourceParts parts;
  private final List<Received> unpublished = new ArrayList<>();
  private long sliceBytes;

  private LiveSource(SourceAnalysis analysis, SourceParts parts) {
    this.analysis = analysis;
    this.parts = parts;
  }

  static LiveSource load(SourceAnalysis.Loader loader, String source, StoreParts stores) {
    SourceParts parts = new SourceParts(stores);
    return new LiveSource(SourceFault.in(Step.LOAD, () -> loader.load(source, parts)), parts);
  }

  SourceAnalysis analysis() {
    return analysis;
  }

  /** What the analysis has written goes into the stores. */
  void keep() {
    SourceFault.in(Step.STORE, parts::keep);
  }

  long weightBytes() {
    return SourceFault.in(Step.APPLY, analysis::weightBytes);
  }

  /** The slice is kept; it is applied again should its publication fail. */
  void retain(Received received) {
    unpublished.add(received.emitted());
    sliceBytes += received.slice().bytes().length;
  }

  /** All of its state is published. */
  void published() {
    unpublished.clear();
    sliceBytes = 0;
    parts.published();
  }

  /** The stores are again what was published last; the analysis must not be used any more. */
  void rollBack() {
    parts.rollBack();
  }

  List<Received> unpublished() {
    return unpublished;
  }

  /** What waits for publication, bytes. */
  long retainedBytes() {
    return sliceBytes + parts.heldBytes();
  }
}
