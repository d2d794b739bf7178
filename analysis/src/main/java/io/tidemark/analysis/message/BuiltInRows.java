package io.tidemark.analysis.message;

import io.tidemark.model.TextResource;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The message files that Tidemark brings. The build compiles them, without their examples, to what
 * a start reads faster than the texts.
 */
final class BuiltInRows {

  private static final String COMPILED = "rows.bin";

  private BuiltInRows() {}

  /** Writes the compiled rows to a file: {@code java … BuiltInRows FILE}, as the build does. */
  public static void main(String[] args) throws IOException {
    try (OutputStream out = new FileOutputStream(args[0])) {
      out.write(CompiledRows.write(texts()));
    }
  }

  /** Reads the texts, which hold the examples. */
  static List<MessageFile> texts() {
    return TextResource.lines(BuiltInRows.class, "files.txt").map(BuiltInRows::text).toList();
  }

  private static MessageFile text(String file) {
    try (InputStream in = BuiltInRows.class.getResourceAsStream(file)) {
      return MessageFileReader.read(file, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads what the build compiled. */
  static List<MessageFile> compiled() {
    try (InputStream in = BuiltInRows.class.getResourceAsStream(COMPILED)) {
      return CompiledRows.read(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
