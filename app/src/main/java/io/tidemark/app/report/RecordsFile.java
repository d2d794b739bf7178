package io.tidemark.app.report;

import io.tidemark.analysis.LogSystems;
import io.tidemark.analysis.QuotedLines;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import io.tidemark.app.logfile.LogAtRest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SequenceWriter;

/** Every key=value record of a compiler's log: what no plan takes is not lost either. */
final class RecordsFile implements LogLines.Taker {

  /**
   * One record.
   *
   * @param line its number in the log, from 1
   * @param action the debug type it was printed under
   * @param keys in the record's order; of a key that occurs twice the last value
   */
  private record Row(
      long line,
      @Nullable String action,
      @Nullable String step,
      @Nullable String tag,
      Map<String, String> keys) {}

  private final SequenceWriter file;
  private final QuotedLines quotedLines = new QuotedLines();
  private long line;

  private RecordsFile(SequenceWriter file) {
    this.file = file;
  }

  static void write(LogAtRest log, Path target) throws IOException {
    try (SequenceWriter file = JsonFile.array(target)) {
      LogLines.each(log.files(), new RecordsFile(file));
    }
  }

  /** What is cut off may hold items, too. */
  @Override
  public void takeHead(byte[] bytes, int start, int end) {
    line++;
  }

  @Override
  public void take(byte[] bytes, int start, int end) {
    line++;
    Parsed parsed = LogSystems.ALL.formats().parse(bytes, start, end, TpuMlir.RECORDS);
    if (quotedLines.judge(parsed, line) instanceof KeyValueRecord record) {
      file.write(row(record));
    }
  }

  private Row row(KeyValueRecord record) {
    Map<String, String> keys = new LinkedHashMap<>();
    record.items().forEach(item -> keys.put(item.key(), item.value()));
    return new Row(line, record.first("action"), record.value("step"), record.value("tag"), keys);
  }
}
