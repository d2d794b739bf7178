package io.tidemark.analysis.way;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.Slice;
import java.util.function.Consumer;

/** An analysis that is fed a line a slice; run, it stores and publishes what changed. */
public final class FedLines implements Consumer<byte[]>, Runnable {

  private final LogAnalysis analysis = LogAnalysis.load("log", new HeapParts());
  private long next;

  @Override
  public void accept(byte[] line) {
    analysis.apply(new Slice("life", next, line.length, 1, false, false, 0, 0, line));
    next += line.length;
  }

  @Override
  public void run() {
    analysis.store();
    analysis.changes();
  }
}
