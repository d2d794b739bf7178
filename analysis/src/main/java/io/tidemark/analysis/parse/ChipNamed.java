package io.tidemark.analysis.parse;

/**
 * A line that names the chip: of a TPU-MLIR compile, or of its runtime's profile.
 *
 * @param format the line belongs to
 */
public record ChipNamed(String format, Chip chip) implements Fact {

  /** A compiler's line. */
  ChipNamed(Chip chip) {
    this(Formats.TPU_MLIR, chip);
  }
}
