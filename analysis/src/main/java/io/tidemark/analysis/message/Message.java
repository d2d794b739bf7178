package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.model.event.Diagnosis;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A row of a message file: one sentence of a writer, and what it states.
 *
 * @param writer name of the format in {@code --format}, rejects and metrics
 * @param kind what the sentence is about
 * @param texts its texts
 * @param defaults texts of fields that the sentence does not name
 * @param diagnosis why the allocation failed, if the sentence itself says so
 * @param advice what to do about the failure; {@code null} where its figures say it
 * @param bare whether the text counts without anything before it; else only below an exception's
 *     head
 * @param whole whether nothing else may stand in its line
 * @param indented whether its writer indents it, so that an indent is no sign of a quotation
 */
public record Message(
    String writer,
    String name,
    Kind kind,
    Texts texts,
    Map<Field, String> defaults,
    @Nullable Diagnosis diagnosis,
    @Nullable FilledText advice,
    boolean bare,
    boolean whole,
    boolean indented) {

  /** A text that agrees for longer is no other one. */
  private static final int LONG = 60;

  /** Made at the first line with a message, since each start makes all messages. */
  private static final class Patterns {

    /** What only the text of a failure says. */
    static final Pattern CLAIM =
        Pattern.compile(
            "(?i)out of memory|not enough|exhausted|failed to allocate|cannot allocate");

    /** Pairs before the one that a record is found by. */
    static final Pattern RECORD =
        Pattern.compile(
            "(?:[\\s;,{]*(?:[\\w.-]+\\s*=|\"[\\w.-]+\"\\s*:)\\s*(?:\"[^\"\\n]*\"|[^\\s;,\"{}]*))*[\\s;,{]*$");

    static final Pattern AFTER = Pattern.compile(Template.AFTER);

    private Patterns() {}
  }

  /**
   * The texts of a message.
   *
   * @param parts may stand behind the head in any order
   * @param keys of a record, which may stand anywhere around the head
   * @param further what each further line begins with
   */
  record Texts(Template head, List<Template> parts, List<Template> keys, List<Template> further) {}

  /** What a message is about. */
  public enum Kind {
    /** An allocation failed. */
    FAILURE,
    /** An allocation failed, and the program went on. */
    REFUSAL,
    /** Use of a memory at this moment. */
    USE,
    /** The size of a memory alone. */
    CAPACITY,
    /** Sizes that belong together, such as those of a program or of a budget. */
    PLAN,
    /** More parts of the writer's last plan. */
    PART,
    /** A warning worth showing, in the words of its {@link Field#WHERE}. */
    HINT,
    /** A process begins; what it states is another run. */
    START,
    /** A process ends; what is stated later is another run. */
    END,
    /**
     * The process was killed by the one whom its {@link Field#WHERE} names; without one the log
     * does not say by whom. {@link Field#USED} is what it held of the host's memory.
     */
    KILLED,
    /** The job was cancelled, so a kill that nobody explains is a consequence of that. */
    CANCELLED,
    /** A process or what it ran ends badly, so an allocation that was refused before ended it. */
    CRASH,
    /** Behind a failure: the run goes on. */
    PROGRESS,
    /** Behind a failure: the program says that it goes on without what was refused. */
    CAUGHT;

    /** Whether it is asked only behind a failure, and states nothing itself. */
    boolean isBehind() {
      return this == CRASH || this == PROGRESS || this == CAUGHT;
    }
  }

  /** Compiles its patterns, which its first text does else: one that is too large is refused. */
  void compile() {
    templates().forEach(Template::compile);
  }

  /** All of its texts. */
  Stream<Template> templates() {
    return Stream.of(List.of(texts.head), texts.parts, texts.keys, texts.further)
        .flatMap(List::stream);
  }

  /** Whether its figures are rounded, as sizes with units are. */
  boolean rounds() {
    return templates()
        .flatMap(template -> template.groups().stream())
        .anyMatch(group -> group.type().rounds());
  }

  /** Whether it claims that something failed. */
  public boolean claims() {
    return claimsFailure() || kind == Kind.KILLED;
  }

  /** Whether it claims that an allocation failed. */
  public boolean claimsFailure() {
    return kind == Kind.FAILURE || kind == Kind.REFUSAL;
  }

  /** What it is about, as in the message file. */
  public String is() {
    return MessageFile.text(kind);
  }

  /** Its text as in the message file. */
  public String text() {
    return texts.head.text();
  }

  /** The text that always stands in it. */
  String needle() {
    return texts.head.needle();
  }

  /**
   * Whether a line agrees with it so far that it may lack something: a number stands there, and the
   * first figure, unless it says that something failed.
   *
   * @param end where it ceases to agree
   */
  boolean statesUpTo(String text, int end) {
    int past = needle().length();
    boolean number = end > past && text.substring(past, end).chars().anyMatch(Character::isDigit);
    // Other exit codes begin with the same digits.
    return number && kind != Kind.KILLED && (claims() || texts.head.states(text));
  }

  /** Its begin if its needle stands at a position; −1 if something else precedes it. */
  int start(String text, int hit) {
    return texts.head.start(text, hit);
  }

  /** How far a text that begins with its needle agrees with it. */
  int agreesUpTo(String text) {
    return texts.head.agreesUpTo(text);
  }

  /**
   * A place in a line where the message stands.
   *
   * @param columns where the fields stand, also those whose figures cannot be
   * @param lacksEnd whether an optional text at its end is not there
   */
  record Match(
      int start, int end, MessageFact fact, Map<Field, Integer> columns, boolean lacksEnd) {

    /** The first figure that cannot be; {@code null} if all can. */
    @Nullable Field lost() {
      return columns.keySet().stream()
          .filter(field -> !field.type.isText() && fact.figure(field) == null)
          .findFirst()
          .orElse(null);
    }

    /**
     * Whether a row in whose text the line breaks off may go on: another one, or the optional end
     * that it has begun. A whole failure waits for another row's text, and for an optional end only
     * if its writer has wrapped it; nothing else that is whole waits.
     */
    boolean mayGoOn(String text, Message row) {
      boolean wrapped = fact.message().texts.further.isEmpty() && text.indexOf('\n') >= 0;
      return end < text.length()
          ? wrapped || !row.equals(fact.message()) || lacksEnd
          : fact.message().claims() && (!row.equals(fact.message()) || (wrapped && lacksEnd));
    }

    /**
     * Whether the text ends where a further line of the message may state more: also within a
     * sentence behind it that is one of its parts.
     */
    boolean furtherLinesMayFollow(String text) {
      String sentence = text.substring(text.lastIndexOf(". ") + 1).stripLeading();
      if (end < text.length()
          && fact.message().texts.parts.stream()
              .anyMatch(part -> part.agreesUpTo(sentence) == sentence.length())) {
        return true;
      }
      return end == text.length()
          && fact.message().texts.further.stream()
              .flatMap(template -> template.groups().stream())
              .anyMatch(fact::lacks);
    }
  }

  /**
   * Whether a text breaks off within it, also within a word.
   *
   * @param end how far the text, which begins with its needle, agrees with it
   */
  boolean breaksOff(String text, int end) {
    return end == text.length() || texts.head.breaksInWord(text, end);
  }

  /**
   * Reads the begin of the message that a text is; {@code null} if that does not say that something
   * failed, or states no figure.
   */
  @Nullable Match begun(String text) {
    Matcher head = texts.head.begun(text);
    MessageFact fact = new MessageFact(this);
    Map<Field, Integer> columns = new EnumMap<>(Field.class);
    if (head != null && (head.end() > LONG || Patterns.CLAIM.matcher(head.group()).find())) {
      boolean lacksUnit = Character.isDigit(text.charAt(head.end() - 1));
      String cut = lacksUnit ? text.substring(0, head.end()) + ".." : text;
      add(texts.head, head, cut, 0, fact, columns);
    }
    return fact.states() ? new Match(0, text.length(), fact, columns, true) : null;
  }

  /**
   * Reads the message in a part of a line; {@code null} if it is not there.
   *
   * @param text the line, one character a byte
   * @param hit position of its needle
   */
  @Nullable Match read(String text, int hit) {
    boolean leads = texts.head.leads();
    int from = leads ? hit : 0;
    Matcher head = leads ? texts.head.begin(text.substring(hit)) : texts.head.find(text, hit);
    if (head == null) {
      return null;
    }
    if (!texts.keys.isEmpty()
        && !Patterns.AFTER.matcher(text.substring(from + head.end())).lookingAt()) {
      return null;
    }
    MessageFact fact = new MessageFact(this);
    Map<Field, Integer> columns = new EnumMap<>(Field.class);
    add(texts.head, head, text, from, fact, columns);
    for (Template part : texts.parts) {
      Matcher found = part.find(text, 0);
      while (found != null) {
        add(part, found, text, 0, fact, columns);
        found = part.names(Field.HOLDER) && found.find() ? found : null;
      }
    }
    for (Template key : texts.keys) {
      Matcher found = key.find(text, 0);
      int again = found == null ? -1 : key.again(text, found.end());
      Field field = key.groups().get(0).field();
      if (again >= 0) {
        // Which of the two counts is unknown.
        if (field != null) {
          columns.put(field, again);
        }
      } else if (found != null) {
        add(key, found, text, 0, fact, columns);
      } else if (key.required()) {
        return null;
      }
    }
    int end = further(text, from + head.end(), fact, columns);
    int start = texts.keys.isEmpty() ? from + head.start() : recordStart(text, from + head.start());
    return new Match(start, end, fact, columns, texts.head.lacksEnd(head));
  }

  /** Returns the start of the record that has the head, since what stands before it is judged. */
  private static int recordStart(String text, int head) {
    Matcher before = Patterns.RECORD.matcher(text.substring(0, head));
    return before.find() ? before.start() : head;
  }

  /** Reads the further lines; returns the end of the last one. */
  private int further(String text, int past, MessageFact fact, Map<Field, Integer> columns) {
    if (texts.further.isEmpty()) {
      return past;
    }
    int end = lineEnd(text, past);
    boolean more = true;
    while (more && end < text.length()) {
      int from = end + 1;
      String line = text.substring(from, lineEnd(text, from));
      more = false;
      for (Template template : texts.further) {
        Matcher found = more ? null : template.begin(line);
        if (found != null) {
          add(template, found, text, from, fact, columns);
          more = true;
        }
      }
      end = more ? from + line.length() : end;
    }
    return end;
  }

  private static int lineEnd(String text, int from) {
    int feed = text.indexOf('\n', from);
    return feed < 0 ? text.length() : feed;
  }

  /**
   * Adds what a text states, without the figure that the writer of its line has cut: {@code 15...}.
   */
  private static void add(
      Template template,
      Matcher matcher,
      String line,
      int from,
      MessageFact fact,
      Map<Field, Integer> columns) {
    List<Template.Group> groups = template.groups();
    for (int i = 0; i < groups.size(); i++) {
      String text = matcher.group(i + 1);
      Field field = groups.get(i).field();
      boolean cut =
          !groups.get(i).type().isText() && line.startsWith("..", from + matcher.end(i + 1));
      if (text != null && !cut) {
        fact.add(groups.get(i), text);
        if (field != null && field != Field.ANY) {
          columns.put(field, from + matcher.start(i + 1));
        }
      }
    }
  }
}
