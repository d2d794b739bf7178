package io.tidemark.app.report;

import io.tidemark.analysis.run.Outcome;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.Refusal;
import io.tidemark.sink.board.Board;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A new file of all logs for another viewer; it is removed unless it is complete. */
public abstract class ViewerFile implements AutoCloseable {

  private final String option;
  private final Path path;
  private boolean complete;
  final OutputStream out;

  ViewerFile(String option, Path path) {
    this.option = option;
    this.path = path;
    try {
      out = new BufferedOutputStream(Files.newOutputStream(path, StandardOpenOption.CREATE_NEW));
    } catch (IOException e) {
      String why = e instanceof FileAlreadyExistsException ? "it exists" : IoReason.of(e);
      throw new Refusal(
          "%s '%s' cannot be made (%s); want a new file in a folder that may be written"
              .formatted(option, path, why));
    }
  }

  /** Adds the events of a part of a log. */
  public void add(Outcome outcome) {}

  /**
   * Adds the state at the end of a log.
   *
   * @param times their origin, as a line of text
   */
  public abstract void add(String log, Board board, String times);

  /** Writes the rest; returns what the logs would have to hold, empty if they do. */
  abstract String write() throws IOException;

  /**
   * Completes the file.
   *
   * @throws Refusal when the logs hold nothing for it
   */
  public void finish(List<String> logs) throws IOException {
    String want = write();
    if (!want.isEmpty()) {
      String all = String.join(", ", logs);
      throw new Refusal("%s: nothing for it in %s; want %s".formatted(option, all, want));
    }
    complete = true;
  }

  @Override
  public void close() {
    try {
      out.close();
      if (!complete) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
