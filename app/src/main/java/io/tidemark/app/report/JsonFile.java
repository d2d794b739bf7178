package io.tidemark.app.report;

import io.tidemark.model.wire.Json;
import java.nio.file.Path;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes JSON files that are readable for people and programs. */
final class JsonFile {

  private static final ObjectWriter WRITER =
      Json.MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT);

  /** Names fields as the reference profiler does. */
  private static final ObjectWriter SNAKE_CASE =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build()
          .writer()
          .with(SerializationFeature.INDENT_OUTPUT);

  private JsonFile() {}

  /** A file that is written piece by piece. */
  static JsonGenerator open(Path file) {
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
}
