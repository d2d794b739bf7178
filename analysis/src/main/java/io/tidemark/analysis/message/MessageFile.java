package io.tidemark.analysis.message;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.analysis.memory.FrameOwners.Owner;
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
import org.jspecify.annotations.Nullable;

/**
 * A message file: the rows of one writer, in TOML, whose literal strings need no escapes.
 *
 * @param writer name of the format
 * @param title what people call the writer
 * @param url of the writer's own page about these messages
 * @param defaults of all rows, by name of the field
 * @param frame owners of frames and ops, asked after those of the files before
 */
record MessageFile(
    @JsonIgnore @Nullable String path,
    @JsonProperty(required = true) String writer,
    @Nullable String title,
    @Nullable String url,
    @Nullable Map<String, String> defaults,
    @JsonProperty(required = true) List<Row> message,
    List<MessageFrame> frame) {

  /** Limit of characters of a text that is a whole line. */
  static final int MOST_WHOLE = 80;

  MessageFile {
    frame = Objects.requireNonNullElse(frame, List.of());
  }

  /**
   * One message.
   *
   * @param needle the text that always stands in it; {@code null} until the build compiles the row
   */
  record Row(
      @JsonProperty(required = true) String name,
      @JsonProperty(required = true) String is,
      @JsonProperty(required = true) String text,
      @JsonUnwrapped More more,
      @Nullable Map<String, String> defaults,
      @JsonProperty(required = true) List<Example> examples,
      @JsonIgnore @Nullable String needle) {}

  /**
   * What may stand beside the text of a message.
   *
   * @param parts texts that may stand behind it in any order
   * @param record fields of the keys of a record that holds the text, such as {@code free=1024}
   * @param then what each further line may begin with, for as many lines as do
   * @param diagnosis why the allocation failed, if the sentence itself says so
   * @param advice what to do about the failure, with its fields: {@code raise l1_small_size to
   *     {needed}}
   * @param bare whether it counts without anything before it; true by default
   * @param whole whether nothing else may stand in its line, so that it may be short; false by
   *     default
   * @param indented whether its writer indents it; false by default
   * @param not lines that look like it and are no such message
   */
  record More(
      @Nullable List<String> parts,
      @Nullable Map<String, String> record,
      @Nullable List<String> then,
      @Nullable String diagnosis,
      @Nullable String advice,
      @Nullable Boolean bare,
      @Nullable Boolean whole,
      @Nullable Boolean indented,
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

  /** Returns the text that always stands in a row. */
  String needle(Row row) {
    return compiled(row).needle();
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

  /** Returns the owners of its frames. */
  List<Owner> owners() {
    return frame.stream().map(one -> one.owner(this)).toList();
  }

  private Message compiled(Row row) {
    try {
      Kind kind = constant("is", Kind.values(), row.is);
      String why = row.more.diagnosis;
      List<Template> keys = new ArrayList<>();
      if (row.more.record != null) {
        row.more.record.forEach((key, field) -> keys.add(Template.ofKey(key, field)));
      }
      Map<Field, String> words = new EnumMap<>(Field.class);
      addDefaults(words, defaults);
      addDefaults(words, row.defaults);
      int good = Boolean.TRUE.equals(row.more.whole) ? 0 : goodNeedle(kind);
      Message message =
          new Message(
              writer,
              row.name,
              kind,
              new Texts(
                  Template.later(row.text, good, row.needle),
                  templates(row.more.parts, TemplateNode.GOOD_NEEDLE),
                  keys,
                  templates(row.more.then, 0)),
              words,
              why == null ? null : constant("diagnosis", Diagnosis.values(), why),
              row.more.advice == null ? null : new FilledText(row.more.advice),
              row.more.bare == null || row.more.bare,
              whole(row),
              Boolean.TRUE.equals(row.more.indented));
      if (row.needle == null) {
        message.templates().forEach(Template::groups);
      }
      return message;
    } catch (IllegalArgumentException e) {
      throw wrong(row.name, String.valueOf(e.getMessage()));
    }
  }

  /** A failure is searched for by its first words, since its writer may wrap it anywhere. */
  private static int goodNeedle(Kind kind) {
    boolean fails = kind == Kind.FAILURE || kind == Kind.REFUSAL;
    return fails ? TemplateNode.LEAST_NEEDLE : TemplateNode.GOOD_NEEDLE;
  }

  private static boolean whole(Row row) {
    boolean whole = Boolean.TRUE.equals(row.more.whole);
    if (whole && (row.text.matches(".*[\\[{\\\\].*") || row.text.length() > MOST_WHOLE)) {
      throw new IllegalArgumentException(
          "text = \"%s\" with whole = true: want at most %d characters, none of them a field, a choice or a backslash"
              .formatted(row.text, MOST_WHOLE));
    }
    return whole;
  }

  private static List<Template> templates(@Nullable List<String> texts, int good) {
    return texts == null
        ? List.of()
        : texts.stream().map(text -> Template.later(text, good, null)).toList();
  }

  private static void addDefaults(Map<Field, String> words, @Nullable Map<String, String> texts) {
    if (texts != null) {
      texts.forEach((name, text) -> words.put(Field.textual(name), text));
    }
  }

  static <E extends Enum<E>> E constant(String key, E[] all, String name) {
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
