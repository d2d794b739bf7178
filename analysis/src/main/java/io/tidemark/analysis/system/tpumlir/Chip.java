package io.tidemark.analysis.system.tpumlir;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The local memory of one lane for each target chip of TPU-MLIR. Sources are {@code
 * include/tpu_mlir/Backend/BM168x/*.h} and, for the cv18xx, the {@code TPU_CFG} of cvikernel. The
 * {@code lmem_spec} of a log takes precedence.
 */
public enum Chip {
  BM1684(64, 128, 1 << 19, 8),
  BM1684X(64, 64, 1 << 18, 16),
  BM1684X2(16, 32, 1 << 18, 16),
  BM1688(32, 16, 1 << 17, 16),
  CV186X(BM1688),
  BM1690(64, 64, 1 << 18, 16),
  SG2262(BM1690),
  /** Former name of bm1690. */
  SG2260(BM1690),
  BM1690E(64, 64, 1 << 18, 16),
  SG2380(32, 16, 1 << 17, 16),
  SGTPUV8(8, 16, 1 << 16, 16),
  CV184X(8, 16, 1 << 16, 16),
  /** Former name of cv184x. */
  MARS3(CV184X),
  CV180X(2, 16, 1 << 15, 8),
  CV181X(8, 16, 1 << 15, 8),
  CV182X(8, 16, 1 << 15, 8),
  /** Lanes and alignment are not published. */
  CV183X(0, 1, 1 << 15, 8),
  ADA300(1, 64, 1_310_720, 5);

  private final int lanes;
  private final int alignBytes;
  private final int laneBytes;
  private final int banks;

  Chip(int lanes, int alignBytes, int laneBytes, int banks) {
    this.lanes = lanes;
    this.alignBytes = alignBytes;
    this.laneBytes = laneBytes;
    this.banks = banks;
  }

  Chip(Chip same) {
    this(same.lanes, same.alignBytes, same.laneBytes, same.banks);
  }

  /** Number of lanes; 0 if unknown. */
  public int lanes() {
    return lanes;
  }

  /** Alignment of buffer sizes in a lane, in bytes. */
  public int alignBytes() {
    return alignBytes;
  }

  public int laneBytes() {
    return laneBytes;
  }

  public int bankBytes() {
    return laneBytes / banks;
  }

  /**
   * Returns the chip that a runtime's profile names {@code arch=number}, after TPU-MLIR's {@code
   * python/profile_helper/bmprofile_common.py}; {@code null} for an unknown number.
   */
  static @Nullable Chip ofProfile(long number) {
    return switch ((int) number) {
      case 1 -> BM1684;
      case 3 -> BM1684X;
      case 4 -> BM1688;
      case 5 -> BM1690;
      default -> null;
    };
  }

  /** Returns the chip of this name in any case; {@code null} for none. */
  public static @Nullable Chip named(String name) {
    for (Chip chip : values()) {
      if (chip.name().equals(name.toUpperCase(Locale.ROOT))) {
        return chip;
      }
    }
    return null;
  }
}
