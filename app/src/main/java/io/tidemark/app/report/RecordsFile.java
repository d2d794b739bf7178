package io.tidemark.app.report;

import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import io.tidemark.analysis.system.tpumlir.RecordListener;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes every key=value record of a compiler's log, including those that belong to no plan. */
final class RecordsFile implements RecordListener {

  /**
   * One record.
   *
   * @param line its number in the log, from 1
   * @param action the debug type it was printed under
   * @param keys in the record's order; for a repeated key the last value
   */
  private record Row(
      long line,
      @Nullable String action,
      @Nullable String step,
      @Nullable String tag,
      Map<String, String> keys) {}

  private final RowsFile rows;

  RecordsFile(RowsFile rows) {
    this.rows = rows;
  }

  @Override
  public void onRecord(KeyValueRecord record, long line) {
    Map<String, String> keys = new LinkedHashMap<>();
    record.items().forEach(item -> keys.put(item.key(), item.value()));
    rows.write(
        new Row(line, record.first("action"), record.value("step"), record.value("tag"), keys));
  }
}
