package io.tidemark.analysis.message;

import static java.util.stream.Collectors.joining;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The text of a message with its fields, compiled to patterns that take linear time for any log:
 *
 * <pre>
 *   Ran out of memory on {memory}[ of device {device}].   a field; [an optional part]
 *   {needed:bytes} bytes were {refused|denied}…           a field with its type; one of several
 *                                                         texts; anything up to the end
 *   {+weights:size}, {-shared:size}                       parts of a sum; a name of the writer's own
 * </pre>
 *
 * A blank matches any blanks and the writer's line wraps; a line end in a text is a blank where the
 * writer always wraps. Before a bracket or a brace that the writer prints stands a backslash.
 */
final class Template {

  private static final String KEY = "(?:^|[\\s;,{])(?:%1$s\\s*=|\"%1$s\"\\s*:)\\s*";
  private static final int LONGEST_WORD = 40;

  /** Signs and fields between the words of a text. */
  private static final Supplier<Pattern> WORDS =
      TemplatePatterns.once(() -> "\\\\|\\{[^}]*\\}|[\\[\\]|}\\s]+", 0);

  private static final String WORD = "(?:\"([^\"\\n]*)\"|([^\\s;,\"{}]+))";

  /** What follows a value of a record. */
  static final String AFTER = "\"?(?:[\\s;,})\\]]|$)";

  /**
   * One group of the pattern.
   *
   * @param name as written; a part of a sum begins with its sign, and has no field
   */
  record Group(String name, @Nullable Field field, FieldType type) {
    int sign() {
      return name.startsWith("-") ? -1 : 1;
    }
  }

  private final String text;
  private final boolean required;
  private final Supplier<Reading> reading;

  /** The text that always stands in the message; {@code null} if it must be read first. */
  private final @Nullable String known;

  private @Nullable Reading read;

  /**
   * A text, read.
   *
   * @param optionalEnd the first group of an optional text at its end; 0 for none
   * @param leads whether it begins with its needle
   */
  private record Reading(
      List<Group> groups,
      int optionalEnd,
      String needle,
      boolean leads,
      TemplatePatterns patterns) {}

  private Template(
      String text, boolean required, @Nullable String known, Supplier<Reading> reading) {
    this.text = text;
    this.required = required;
    this.known = known;
    this.reading = reading;
  }

  /**
   * Reads a text.
   *
   * @param good the length from which on its first text is searched for in every line; 0 if none is
   * @throws IllegalArgumentException saying what is wrong and what is allowed
   */
  Template(String text, int good) {
    this(text, false, null, () -> read(text, good));
    read = reading();
  }

  /**
   * A text that is read when it is first needed, since a log has few of the messages.
   *
   * @param needle of a text that was read before; {@code null} if it was not
   */
  static Template later(String text, int good, @Nullable String needle) {
    return new Template(text, false, needle, () -> read(text, good));
  }

  /**
   * A key of a record with its field, which a {@code !} makes a required one. It is read when it is
   * first needed.
   */
  static Template ofKey(String key, String field) {
    boolean required = field.endsWith("!");
    String value = '{' + (required ? field.substring(0, field.length() - 1) : field) + '}';
    return new Template(value, required, null, () -> readPair(key, value));
  }

  private Reading reading() {
    Reading made = read;
    if (made == null) {
      // A thread that does not see what another one read reads it again.
      made = reading.get();
      read = made;
    }
    return made;
  }

  private static Reading read(String text, int good) {
    TemplateReader reader = new TemplateReader(text);
    List<TemplateNode> nodes = reader.nodes();
    List<TemplateNode> rest = good > 0 ? TemplateNode.fromNeedle(nodes, good) : nodes;
    return new Reading(
        reader.groups(),
        reader.optionalEnd(),
        needle(rest),
        rest.size() == nodes.size(),
        TemplatePatterns.of(nodes, rest));
  }

  private static String needle(List<TemplateNode> rest) {
    String plain =
        rest.stream()
            .takeWhile(node -> !node.plain().isEmpty())
            .map(TemplateNode::plain)
            .collect(joining());
    // Where a blank stands the writer may wrap the line, and print another apostrophe.
    int blank = plain.indexOf(' ', TemplateNode.GOOD_NEEDLE);
    int apostrophe = plain.indexOf('\'', TemplateNode.LEAST_NEEDLE);
    int wrap = apostrophe < 0 || (blank >= 0 && blank < apostrophe) ? blank : apostrophe;
    String words = wrap < 0 ? plain : plain.substring(0, wrap);
    return words.length() > TemplateNode.LEAST_NEEDLE ? words.stripTrailing() : words;
  }

  private static Reading readPair(String key, String field) {
    TemplateReader reader = new TemplateReader(field);
    String value = "\"?" + reader.field();
    List<Group> groups = reader.groups();
    if (groups.get(0).type.isText()) {
      value = WORD;
      groups.add(groups.get(0));
    }
    String pair = KEY.formatted(Pattern.quote(key)) + value + AFTER;
    return new Reading(groups, 0, "", false, TemplatePatterns.ofPair(pair));
  }

  /** Compiles its patterns now. */
  void compile() {
    Objects.requireNonNull(reading().patterns.whole().get());
    Objects.requireNonNull(reading().patterns.longest().get());
  }

  String text() {
    return text;
  }

  List<Group> groups() {
    return reading().groups;
  }

  /** The text that always stands in the message and is searched for. */
  String needle() {
    return known == null ? reading().needle : known;
  }

  /** Whether one of its groups is this field. */
  boolean names(Field field) {
    return reading().groups.stream().anyMatch(group -> group.field == field);
  }

  /** Whether there is no message without it. */
  boolean required() {
    return required;
  }

  /** Whether the message begins with its needle, so that a look at one position is enough. */
  boolean leads() {
    return reading().leads;
  }

  /** The begin of a message whose needle stands at a position; −1 if something else precedes it. */
  int start(String text, int hit) {
    if (reading().leads) {
      return hit;
    }
    Matcher matcher = reading().patterns.before().get().matcher(text.substring(0, hit));
    return matcher.find() ? matcher.start() : -1;
  }

  /** Finds the message at the begin of a text; {@code null} if it is not there. */
  @Nullable Matcher begin(String text) {
    Matcher matcher = reading().patterns.whole().get().matcher(text);
    return matcher.lookingAt() ? matcher : null;
  }

  /**
   * Finds the first occurrence that ends behind a position; {@code null} if that does not begin
   * before it or there is none.
   */
  @Nullable Matcher find(String text, int over) {
    Matcher matcher = reading().patterns.whole().get().matcher(text);
    boolean found = matcher.find();
    while (found && matcher.end() <= over) {
      found = matcher.find();
    }
    return found && (over == 0 || matcher.start() <= over) ? matcher : null;
  }

  /** Where a key stands again behind its value that ends at a position; −1 if it does not. */
  int again(String text, int end) {
    Matcher matcher = reading().patterns.whole().get().matcher(text);
    // What ends a value may begin the next key.
    return end > 0 && matcher.find(end - 1) ? matcher.start() + 1 : -1;
  }

  /** Whether an optional text at its end is not there. */
  boolean lacksEnd(Matcher matcher) {
    int end = reading().optionalEnd;
    return end > 0 && matcher.group(end) == null;
  }

  /**
   * Matches a text that ends within the message, up to its last whole word; {@code null} if it is
   * another text.
   */
  @Nullable Matcher begun(String text) {
    String words = text.substring(0, text.lastIndexOf(' ') + 1).stripTrailing();
    if (!reading().leads || agreesUpTo(words) < words.length()) {
      return null;
    }
    Matcher matcher = reading().patterns.partly().get().matcher(words);
    return matcher.lookingAt() ? matcher : null;
  }

  /**
   * Whether what is left of a text behind {@code end}, up to where it agrees with the message, may
   * be the begin of the message's next word.
   */
  boolean breaksInWord(String text, int end) {
    String left = text.substring(end);
    return end > 0
        && !left.isEmpty()
        && left.length() <= LONGEST_WORD
        && Stream.of(WORDS.get().split(this.text)).anyMatch(word -> word.startsWith(left));
  }

  /** Returns how far a text that begins with the needle agrees with the message. */
  int agreesUpTo(String text) {
    Matcher matcher = reading().patterns.longest().get().matcher(text);
    return matcher.lookingAt() ? matcher.end() : 0;
  }

  /** Whether a text that begins with the needle states the first figure of the message. */
  boolean states(String text) {
    return reading().patterns.stating().get().matcher(text).lookingAt();
  }
}
