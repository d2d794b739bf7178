package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** TPU-MLIR: memory searches of its compiler, and profiles of its runtime. */
public final class TpuMlir implements LogSystem {

  /** Format of {@code key = value} records and of lines that name the chip. */
  public static final String RECORDS = "tpu-mlir";

  public static final String BM_PROFILE = "bmprofile";
  public static final String MEMORY_ACCESSES = "tpu-profile";

  private final @Nullable Chip chip;
  private final @Nullable ObjLongConsumer<KeyValueRecord> listener;

  /**
   * Creates the system.
   *
   * @param chip target of the compiler unless its log names another; {@code null} for unknown
   */
  public TpuMlir(@Nullable Chip chip) {
    this(chip, null);
  }

  private TpuMlir(@Nullable Chip chip, @Nullable ObjLongConsumer<KeyValueRecord> listener) {
    this.chip = chip;
    this.listener = listener;
  }

  /**
   * Returns a copy whose trackers pass every record of a compiler's log to the listener, including
   * those of no plan, each with its line's number in the log, from 1.
   */
  public TpuMlir showing(ObjLongConsumer<KeyValueRecord> listener) {
    return new TpuMlir(chip, listener);
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
    return new TpuMlirTracker(context.plans(), chip, listener);
  }
}
