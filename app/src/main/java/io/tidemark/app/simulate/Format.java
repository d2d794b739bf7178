package io.tidemark.app.simulate;

import io.tidemark.model.Refusal;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A log the simulator can write; {@link #toString} is its name on the command line. */
public enum Format {
  /**
   * tt-mlir's runtime at memory level Operation and logger level DEBUG, with PJRT and vLLM lines.
   */
  TENSTORRENT("tenstorrent"),
  /** A debug build of tpuc-opt with {@code --debug-only=lmem_assign} and its search records. */
  TPU_MLIR("tpu-mlir");

  private final String name;

  Format(String name) {
    this.name = name;
  }

  /**
   * The format with this name on the command line.
   *
   * @throws Refusal when there is none
   */
  public static Format named(String name) {
    return Arrays.stream(values())
        .filter(format -> format.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new Refusal(
                    "FORMAT %s: want one of %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(Format::toString)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return name;
  }
}
