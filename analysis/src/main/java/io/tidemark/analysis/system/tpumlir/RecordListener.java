package io.tidemark.analysis.system.tpumlir;

/** Is shown every record of a compiler's log while it is analysed, also those of no plan. */
@FunctionalInterface
public interface RecordListener {

  /**
   * A record.
   *
   * @param line its number in the log, from 1
   */
  void onRecord(KeyValueRecord record, long line);
}
