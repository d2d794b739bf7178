package io.tidemark.analysis.parse;

/** Every format, one line each, and the detection among them. */
public final class Formats {

  public static final String TENSTORRENT = "tenstorrent";
  public static final String TPU_MLIR = "tpu-mlir";

  private Formats() {}
}
