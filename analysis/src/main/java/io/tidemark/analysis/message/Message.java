package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import io.tidemark.model.event.Diagnosis;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a message file: one sentence of a writer, and what it states.
 *
 * @param writer name of the format in {@code --format}, rejects and metrics
 * @param kind what the sentence is about
 * @param texts its texts
 * @param defaults texts of fields that the sentence does not name
 * @param diagnosis why the allocation failed, if the sentence itself says so
 * @param bare whether the text counts without anything before it; else only below an exception's
 *     head
 */
public record Message(
    String writer,
    String name,
    Kind kind,
    Texts texts,
    Map<Field, String> defaults,
    @Nullable Diagnosis diagnosis,
    boolean bare) {

  /** The texts of a message: its head, and parts that may stand behind it in any order. */
  record Texts(Template head, List<Template> parts) {}

  /** What a message is about. */
  public enum Kind {
    /** An allocation failed. */
    FAILURE,
    /** An allocation failed, and the program went on. */
    REFUSAL,
    /** Use of a memory at this moment. */
    USE,
    /** Sizes that belong together, such as those of a program or of a budget. */
    PLAN,
    /** More parts of the writer's last plan. */
    PART,
    /** A warning worth showing, in the words of its {@link Field#WHERE}. */
    HINT;

    /** Name in message files. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether its figures are rounded, as sizes with units are. */
  boolean rounds() {
    return texts.head.groups().stream().anyMatch(group -> group.type().rounds());
  }

  /** Whether it claims that something failed. */
  public boolean claims() {
    return kind == Kind.FAILURE || kind == Kind.REFUSAL;
  }

  /** Its text as in the message file. */
  public String text() {
    return texts.head.text();
  }

  /** The text that always stands in it. */
  String needle() {
    return texts.head.needle();
  }

  /** Whether a line agrees with it beyond its first figure; {@code end} is where it broke. */
  boolean statesUpTo(String text, int end) {
    int past = needle().length();
    return end > past && text.substring(past, end).chars().anyMatch(Character::isDigit);
  }

  /** How far a text that begins with its needle agrees with it. */
  int agreesUpTo(String text) {
    return texts.head.agreesUpTo(text);
  }

  /**
   * A place in a line where the message stands.
   *
   * @param columns where the fields stand
   */
  record Match(int start, int end, MessageFact fact, Map<Field, Integer> columns) {}

  /**
   * Reads the message in a part of a line; {@code null} if it is not there.
   *
   * @param text the line, one character a byte
   * @param hit position of its needle
   */
  @Nullable Match read(String text, int hit) {
    boolean leads = texts.head.leads();
    int from = leads ? hit : 0;
    Matcher head = leads ? texts.head.begin(text.substring(hit)) : texts.head.find(text);
    if (head == null || from + head.start() > hit || from + head.end() <= hit) {
      return null;
    }
    MessageFact fact = new MessageFact(this);
    Map<Field, Integer> columns = new EnumMap<>(Field.class);
    add(texts.head, head, from, fact, columns);
    for (Template part : texts.parts) {
      Matcher found = part.find(text);
      if (found != null) {
        add(part, found, 0, fact, columns);
      }
    }
    return new Match(from + head.start(), from + head.end(), fact, columns);
  }

  private static void add(
      Template template, Matcher matcher, int from, MessageFact fact, Map<Field, Integer> columns) {
    List<Template.Group> groups = template.groups();
    for (int i = 0; i < groups.size(); i++) {
      String text = matcher.group(i + 1);
      Field field = groups.get(i).field();
      if (text != null && fact.add(groups.get(i), text) && field != null) {
        columns.put(field, from + matcher.start(i + 1));
      }
    }
  }
}
