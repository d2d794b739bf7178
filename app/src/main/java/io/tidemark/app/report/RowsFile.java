package io.tidemark.app.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SequenceWriter;

/**
 * A JSON array in a report's folder, written row by row during the analysis. The file is created
 * with its first row. Whether the report keeps it is decided at the end of the log.
 */
final class RowsFile implements AutoCloseable {

  private final ReportFolder folder;
  private final String name;
  private final Function<Path, SequenceWriter> opener;
  private @Nullable SequenceWriter writer;

  RowsFile(ReportFolder folder, String name, Function<Path, SequenceWriter> opener) {
    this.folder = folder;
    this.name = name;
    this.opener = opener;
  }

  void write(Object row) {
    open().write(row);
  }

  /** Creates the file, unless it exists. */
  SequenceWriter open() {
    SequenceWriter open = writer;
    if (open == null) {
      open = opener.apply(folder.path().resolve(name));
      writer = open;
    }
    return open;
  }

  /** Removes the file, if there is one. */
  void discard() throws IOException {
    if (writer != null) {
      writer.close();
      writer = null;
      Files.delete(folder.path().resolve(name));
    }
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
  }
}
