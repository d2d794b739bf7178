package io.tidemark.analysis.message;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.model.ByteSize;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text with fields in braces, which the words and figures of a message fill. */
final class FilledText {

  /** Text and fields in turn, a text first. */
  private final List<String> texts = new ArrayList<>();

  private final List<Field> fields = new ArrayList<>();

  /**
   * Reads a text.
   *
   * @throws IllegalArgumentException saying which fields there are
   */
  FilledText(String text) {
    int from = 0;
    int open = text.indexOf('{');
    int close = text.indexOf('}', open);
    while (open >= 0 && close >= 0) {
      texts.add(text.substring(from, open));
      fields.add(MessageFile.constant("field", Field.values(), text.substring(open + 1, close)));
      from = close + 1;
      open = text.indexOf('{', from);
      close = text.indexOf('}', open);
    }
    texts.add(text.substring(from));
  }

  /** Returns the text of a message; {@code null} if that lacks one of the fields. */
  @Nullable String of(MessageFact fact) {
    StringBuilder filled = new StringBuilder(texts.get(0));
    for (int i = 0; i < fields.size(); i++) {
      String value = value(fact, fields.get(i));
      if (value == null) {
        return null;
      }
      filled.append(value).append(texts.get(i + 1));
    }
    return filled.toString();
  }

  private static @Nullable String value(MessageFact fact, Field field) {
    Long figure = fact.figure(field);
    String word = figure == null ? fact.word(field) : null;
    if (figure != null) {
      return field.type == FieldType.INT ? figure.toString() : ByteSize.text(figure);
    }
    return word == null ? null : OpNameLimiter.cut(word);
  }
}
