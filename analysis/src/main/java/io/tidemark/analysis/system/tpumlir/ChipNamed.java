package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Fact;

/**
 * A line that names the chip, of a TPU-MLIR compilation or of a runtime's profile.
 *
 * @param format format of the line
 */
public record ChipNamed(String format, Chip chip) implements Fact {

  /** Creates the fact of a compiler's line. */
  public ChipNamed(Chip chip) {
    this(TpuMlir.RECORDS, chip);
  }
}
