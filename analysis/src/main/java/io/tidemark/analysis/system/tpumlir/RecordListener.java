package io.tidemark.analysis.system.tpumlir;

/** Receives every record of a compiler's log during analysis, including those of no plan. */
@FunctionalInterface
public interface RecordListener {

  /**
   * Receives a record.
   *
   * @param line its line number in the log, from 1
   */
  void onRecord(KeyValueRecord record, long line);
}
