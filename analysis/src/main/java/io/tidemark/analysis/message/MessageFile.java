package io.tidemark.analysis.message;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.Message.Texts;
import io.tidemark.model.event.Diagnosis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * A message file: the rows of one writer, in TOML, whose literal strings need no escapes.
 *
 * @param writer name of the format
 * @param title what people call the writer
 * @param url of the writer's own page about these messages
 * @param defaults of all rows, by name of the field
 */
record MessageFile(
    @JsonIgnore @Nullable String path,
    @JsonProperty(required = true) String writer,
    @Nullable String title,
    @Nullable String url,
    @Nullable Map<String, String> defaults,
    @JsonProperty(required = true) List<Row> message) {

  private static final Pattern NAME = Pattern.compile("[\\w.-]{1,64}");

  /** What a parser says of a value of the wrong kind. */
  private static final Pattern FOUND = Pattern.compile(" from (\\w+)( value| \"[^\"]*\")");

  private static final Map<Class<?>, String> WANTED =
      Map.of(
          String.class, "a text",
          Boolean.class, "true or false",
          ArrayList.class, "a list");

  private static final TomlMapper TOML =
      TomlMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** One message. */
  record Row(
      @JsonProperty(required = true) String name,
      @JsonProperty(required = true) String is,
      @JsonProperty(required = true) String text,
      @JsonUnwrapped More more,
      @Nullable Map<String, String> defaults,
      @JsonProperty(required = true) List<Example> examples) {}

  /**
   * What may stand beside the text of a message.
   *
   * @param parts texts that may stand behind it in any order
   * @param record fields of the keys of a record that holds the text, such as {@code free=1024}
   * @param then what each further line may begin with, for as many lines as do
   * @param diagnosis why the allocation failed, if the sentence itself says so
   * @param bare whether it counts without anything before it; true by default
   * @param not lines that look like it and are no such message
   */
  record More(
      @Nullable List<String> parts,
      @Nullable Map<String, String> record,
      @Nullable List<String> then,
      @Nullable String diagnosis,
      @Nullable Boolean bare,
      List<String> not) {

    More {
      not = Objects.requireNonNullElse(not, List.of());
    }
  }

  /** A line as it was printed, and the value of each of its fields. */
  record Example(
      @JsonProperty(required = true) String line,
      @JsonProperty(required = true) Map<String, Object> reads) {

    /** The values in the form of {@link MessageFact#reads}. */
    Map<String, String> values() {
      Map<String, String> values = new LinkedHashMap<>();
      reads.forEach(
          (field, value) -> {
            boolean text = value instanceof String && !isFigure(field);
            FieldType type = field.equals(text(Field.SHARE)) ? FieldType.PERCENT : FieldType.SIZE;
            Long bytes = text ? null : type.value(value.toString());
            values.put(field, bytes == null ? value.toString() : bytes.toString());
          });
      return values;
    }

    private static boolean isFigure(String field) {
      return Arrays.stream(Field.values())
          .noneMatch(known -> text(known).equals(field) && known.type.isText());
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException naming the file and the row, what is wrong, and what is
   *     allowed
   */
  static MessageFile read(String path, byte[] bytes) {
    try {
      MessageFile file = TOML.readValue(bytes, MessageFile.class);
      if (!NAME.matches(file.writer)) {
        throw new IllegalArgumentException(
            "%s: writer = \"%s\": want letters, digits, '.', '_' and '-'"
                .formatted(path, file.writer));
      }
      return new MessageFile(path, file.writer, file.title, file.url, file.defaults, file.message);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(path + ": " + words(e), e);
    }
  }

  /** What a parser found, without the names of its classes. */
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
        .flatMap(key -> key.getType() == More.class ? keys(More.class) : Stream.of(key.getName()));
  }

  IllegalArgumentException wrong(String row, String what) {
    return new IllegalArgumentException("%s: message %s: %s".formatted(path, row, what));
  }

  /** Returns the compiled rows. */
  List<Message> messages() {
    List<Message> messages = new ArrayList<>();
    message.forEach(row -> messages.add(compiled(row)));
    return messages;
  }

  private Message compiled(Row row) {
    try {
      String why = row.more.diagnosis;
      List<Template> keys = new ArrayList<>();
      if (row.more.record != null) {
        row.more.record.forEach((key, field) -> keys.add(new Template(key, field)));
      }
      Map<Field, String> words = new EnumMap<>(Field.class);
      addDefaults(words, defaults);
      addDefaults(words, row.defaults);
      return new Message(
          writer,
          row.name,
          constant("is", Kind.values(), row.is),
          new Texts(
              new Template(row.text, true),
              templates(row.more.parts, true),
              keys,
              templates(row.more.then, false)),
          words,
          why == null ? null : constant("diagnosis", Diagnosis.values(), why),
          row.more.bare == null || row.more.bare);
    } catch (IllegalArgumentException e) {
      throw wrong(row.name, String.valueOf(e.getMessage()));
    }
  }

  private static List<Template> templates(@Nullable List<String> texts, boolean needs) {
    return texts == null
        ? List.of()
        : texts.stream().map(text -> new Template(text, needs)).toList();
  }

  private static void addDefaults(Map<Field, String> words, @Nullable Map<String, String> texts) {
    if (texts != null) {
      texts.forEach((name, text) -> words.put(Field.textual(name), text));
    }
  }

  private static <E extends Enum<E>> E constant(String key, E[] all, String name) {
    for (E one : all) {
      if (text(one).equals(name)) {
        return one;
      }
    }
    throw new IllegalArgumentException(
        "%s = \"%s\": want one of %s"
            .formatted(key, name, Arrays.stream(all).map(MessageFile::text).toList()));
  }

  /** Name of a constant in message files, such as {@code needed-per-bank}. */
  static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
