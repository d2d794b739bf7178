package io.tidemark.app.report;

import io.tidemark.analysis.LogSystems;
import io.tidemark.analysis.Outcome;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import io.tidemark.sink.board.Board;
import java.io.IOException;

/** The files of a report that are written during the analysis, all in one pass. */
final class ReportFiles implements AutoCloseable {

  private final LeftOut leftOut = new LeftOut();
  private final EventFiles events;
  private final RowsFile attributionRows;
  private final AttributionFile attribution;
  private final RowsFile records;
  private final OperationFiles operations;
  private final PageOperations pageOperations = new PageOperations(leftOut);
  private final PageFile page;

  /**
   * @param log the beginning of the files' names
   */
  ReportFiles(ReportFolder folder, String source, String log) {
    events = new EventFiles(folder);
    attributionRows = new RowsFile(folder, log + "_attribution.json", JsonFile::snakeCaseArray);
    attribution = new AttributionFile(attributionRows);
    records = new RowsFile(folder, "records.json", JsonFile::array);
    operations = new OperationFiles(folder, log, leftOut, pageOperations);
    page = new PageFile(source);
  }

  /** The systems, set up to report to these files. */
  LogSystems shownBy(LogSystems systems) {
    return systems
        .with(Tenstorrent.class, runtime -> runtime.showing(operations))
        .with(TpuMlir.class, compiler -> compiler.showing(new RecordsFile(records)));
  }

  void add(Outcome outcome) {
    events.take(outcome);
    attribution.add(outcome);
    page.add(outcome);
    pageOperations.add(outcome);
  }

  /** Ends the log: keeps the files of the systems that wrote it. */
  void complete(Board board) throws IOException {
    events.open();
    if (Report.speaks(board, TpuMlir.RECORDS)) {
      records.open();
    } else {
      records.discard();
    }
    if (Report.speaks(board, Tenstorrent.RUNTIME)) {
      attributionRows.open();
      attribution.finish();
      operations.complete();
      pageOperations.each(page::inline);
      ModulesDocument modules = operations.modules();
      if (modules.holdsAny()) {
        page.inline("modules", modules);
      }
    } else {
      attributionRows.discard();
      operations.discard();
    }
  }

  /** The runtime's module dumps. */
  ModuleDumps dumps() {
    return operations.dumps();
  }

  /** The page, which is written last. */
  PageFile page() {
    return page;
  }

  /** Counts of the parts left out of the runtime's files. */
  LeftOut leftOut() {
    return leftOut;
  }

  @Override
  public void close() throws IOException {
    try {
      events.close();
    } finally {
      attributionRows.close();
      records.close();
      operations.close();
    }
  }
}
