package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.BfcFact;
import io.tidemark.analysis.parse.BmProfileFact;
import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.TtnnFact;
import io.tidemark.analysis.parse.XlaOomFact;
import io.tidemark.analysis.parse.ZantFact;
import io.tidemark.model.MemoryEvent.OutOfMemory;
import io.tidemark.model.MemoryView;

/**
 * What allocators of XLA, TensorFlow, Z-Ant and TPU-MLIR's runtime and files of ttnn tell of
 * devices, and compilers of what is amiss.
 */
final class Allocators {

  /** Who is told. */
  interface Told {
    /** Where the line stands that is being read: what it completes is told as of there. */
    At at();

    default void stated(String device, MemoryView view) {
      stated(device, Block.of(view));
    }

    void stated(String device, Block block);

    void failed(OutOfMemory failure);

    /** Figures of the line being read cannot be; {@code column} of the line, in bytes from 1. */
    void refused(int column, String reason);

    /** A request was turned down whose caller can do without. */
    void declined();
  }

  private final BfcTracker bfc = new BfcTracker();
  private final XlaFailures xla = new XlaFailures();
  private final ZantAllocators zant = new ZantAllocators();
  private final TtnnMemories ttnn = new TtnnMemories();
  private final RuntimeBlocks blocks = new RuntimeBlocks();

  /** A line of statistics has no prefix: it belongs to the record that announced it. */
  boolean expects(Fact fact) {
    return !(fact instanceof BfcFact.StatLine) || bfc.inStatistics();
  }

  void take(Fact fact, Told told) {
    if (fact instanceof BfcFact line) {
      bfc.take(line, told);
    } else if (fact instanceof ZantFact line) {
      zant.take(line, told);
    } else if (fact instanceof TtnnFact line) {
      ttnn.take(line, told);
    } else if (fact instanceof BmProfileFact.Block line) {
      blocks.take(line, told);
    } else if (fact instanceof XlaOomFact line) {
      boolean known =
          line instanceof XlaOomFact.Unallocatable failed && bfc.knows(failed.neededBytes());
      if (!known) {
        xla.take(line, told);
      }
    }
  }

  /** The log is over. */
  void close(Told told) {
    bfc.close(told);
    xla.close(told);
    blocks.close(told);
  }

  void write(PartWriter out) {
    bfc.write(out);
    xla.write(out);
    zant.write(out);
    ttnn.write(out);
    blocks.write(out);
  }

  void read(PartReader in) {
    bfc.read(in);
    xla.read(in);
    zant.read(in);
    ttnn.read(in);
    blocks.read(in);
  }
}
