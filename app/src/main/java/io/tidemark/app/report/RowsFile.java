package io.tidemark.app.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A JSON array in a report's folder, written row by row during the analysis. The file is created
 * with its first row. Whether the report keeps it is decided at the end of the log.
 */
final class RowsFile implements AutoCloseable {

  private final ReportFolder folder;
  private final String name;
  private final Function<Path, JsonGenerator> opener;
  private @Nullable JsonGenerator out;

  /**
   * @param opener creates the file, with what precedes the array
   */
  RowsFile(ReportFolder folder, String name, Function<Path, JsonGenerator> opener) {
    this.folder = folder;
    this.name = name;
    this.opener = opener;
  }

  void write(Object row) {
    open().writePOJO(row);
  }

  JsonGenerator open() {
    JsonGenerator open = out;
    if (open == null) {
      open = opener.apply(folder.path().resolve(name));
      open.writeStartArray();
      out = open;
    }
    return open;
  }

  void discard() throws IOException {
    if (out != null) {
      out.close();
      out = null;
      Files.delete(folder.path().resolve(name));
    }
  }

  /** Ends the array, and an object that holds it. */
  @Override
  public void close() {
    if (out != null) {
      out.close();
    }
  }
}
