package io.tidemark.analysis.parse;

/** A line of a TPU-MLIR compile that names the chip it is for. */
public record ChipNamed(Chip chip) implements Fact {

  @Override
  public String format() {
    return Formats.TPU_MLIR;
  }
}
