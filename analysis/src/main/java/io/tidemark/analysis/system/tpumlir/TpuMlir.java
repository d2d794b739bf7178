package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** TPU-MLIR: memory searches of its compiler, and profiles of its runtime. */
public final class TpuMlir implements LogSystem {

  /** Format of {@code key = value} records and of lines that name the chip. */
  public static final String RECORDS = "tpu-mlir";

  public static final String BM_PROFILE = "bmprofile";
  public static final String MEMORY_ACCESSES = "tpu-profile";

  private final @Nullable Chip chip;

  /**
   * @param chip target of the compiler unless its log names another; {@code null} for unknown
   */
  public TpuMlir(@Nullable Chip chip) {
    this.chip = chip;
  }

  @Override
  public String name() {
    return RECORDS;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return List.of(
        new KeyValueFormat(RECORDS),
        new BmProfileFormat(BM_PROFILE),
        new MemoryAccessFormat(MEMORY_ACCESSES));
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new TpuMlirTracker(context.plans(), chip);
  }
}
