package io.tidemark.app.report;

import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A JSON array in a report's folder, written row by row during the analysis. The file is created
 * with its first row. Whether the report keeps it is decided at the end of the log. All JSON files
 * are readable for people and programs.
 */
final class JsonFile implements AutoCloseable {

  private static final ObjectWriter WRITER =
      Json.MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT);

  /** Names fields as the reference profiler does. */
  private static final ObjectWriter SNAKE_CASE =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build()
          .writer()
          .with(SerializationFeature.INDENT_OUTPUT);

  private final ReportFolder folder;
  private final String name;
  private final Function<Path, JsonGenerator> opener;
  private @Nullable JsonGenerator out;

  /**
   * @param opener creates the file, with what precedes the array
   */
  JsonFile(ReportFolder folder, String name, Function<Path, JsonGenerator> opener) {
    this.folder = folder;
    this.name = name;
    this.opener = opener;
  }

  /** A file that is written piece by piece. */
  static JsonGenerator openPlain(Path file) {
    return open(WRITER, file);
  }

  /** The same with the reference profiler's field names, and with nulls, as there. */
  static JsonGenerator openSnakeCase(Path file) {
    return open(SNAKE_CASE, file);
  }

  /** Does not flush each piece; pieces reach the file when a buffer is full. */
  private static JsonGenerator open(ObjectWriter writer, Path file) {
    return writer
        .without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
        .createGenerator(file.toFile(), JsonEncoding.UTF8);
  }

  static void write(Path file, Object value) {
    WRITER.writeValue(file.toFile(), value);
  }

  static void writeSnakeCase(Path file, Object value) {
    SNAKE_CASE.writeValue(file.toFile(), value);
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
