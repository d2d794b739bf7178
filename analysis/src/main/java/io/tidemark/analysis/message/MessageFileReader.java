package io.tidemark.analysis.message;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.dataformat.toml.TomlMapper;

/** Reads the text of a message file. */
final class MessageFileReader {

  private static final Pattern NAME = Pattern.compile("[\\w.-]{1,64}");

  /** A parser's words about a value of the wrong kind. */
  private static final Pattern FOUND = Pattern.compile(" from (\\w+)( value| \"[^\"]*\")");

  private static final Map<Class<?>, String> WANTED =
      Map.of(
          String.class, "a text",
          Boolean.class, "true or false",
          ArrayList.class, "a list");

  private static final TomlMapper TOML =
      TomlMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private MessageFileReader() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException naming the file and the row, what is wrong, and what is
   *     allowed
   */
  static MessageFile read(String path, byte[] bytes) {
    try {
      MessageFile file = TOML.readValue(bytes, MessageFile.class);
      if (!NAME.matches(file.writer())) {
        throw new IllegalArgumentException(
            "%s: writer = \"%s\": want letters, digits, '.', '_' and '-'"
                .formatted(path, file.writer()));
      }
      return new MessageFile(
          path,
          file.writer(),
          file.title(),
          file.url(),
          file.defaults(),
          file.message(),
          file.frame());
    } catch (JacksonException e) {
      throw new IllegalArgumentException(path + ": " + words(e), e);
    }
  }

  /** The parser's complaint, without the names of its classes. */
  private static String words(JacksonException e) {
    StringBuilder row = new StringBuilder();
    for (JacksonException.Reference part : e.getPath()) {
      String name = part.getPropertyName();
      row.append(name == null ? part.getIndex() + 1 + ": " : name + ' ');
    }
    String place = row.toString().strip();
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "%s: no such key, want one of %s"
          .formatted(place, keys(unknown.getReferringClass()).toList());
    }
    Matcher value = FOUND.matcher(e.getOriginalMessage());
    if (e instanceof MismatchedInputException wrong && value.find()) {
      return "%s: found %s%s, want %s"
          .formatted(
              place,
              value.group(1).toLowerCase(Locale.ROOT),
              value.group(2),
              WANTED.getOrDefault(wrong.getTargetType(), "a table"));
    }
    String found = e.getOriginalMessage().replaceFirst("creator property ('\\w+').*", "key $1");
    TokenStreamLocation at = e.getLocation();
    boolean known = row.isEmpty() && at != null && at.getLineNr() > 0;
    return known
        ? "line %d, column %d: %s".formatted(at.getLineNr(), at.getColumnNr(), found)
        : place + ": " + found;
  }

  private static Stream<String> keys(Class<?> table) {
    return Arrays.stream(table.getRecordComponents())
        .filter(key -> !key.getAccessor().isAnnotationPresent(JsonIgnore.class))
        .flatMap(
            key ->
                key.getType() == MessageFile.More.class
                    ? keys(MessageFile.More.class)
                    : Stream.of(key.getName()));
  }
}
