package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;

/**
 * A line that names the chip: of a TPU-MLIR compile, or of its runtime's profile.
 *
 * @param format the line belongs to
 */
public record ChipNamed(String format, Chip chip) implements Fact {

  /** A compiler's line. */
  public ChipNamed(Chip chip) {
    this(TpuMlir.RECORDS, chip);
  }
}
