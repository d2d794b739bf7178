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
  private static final Pattern WORDS = Pattern.compile("\\\\|\\{[^}]*\\}|[\\[\\]|}\\s]+");

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
  private final List<Group> groups;
  private final String needle;
  private final boolean leads;

  /** Matches what stands before the needle, up to the end of a text. */
  private final Supplier<Pattern> before;

  /** Matches as many whole nodes as stand in a text. */
  private final Supplier<Pattern> partly;

  /** The needle up to the first figure; the empty text if no figure always stands there. */
  private final Supplier<Pattern> stating;

  /** The first group of an optional text at its end; 0 for none. */
  private final int optionalEnd;

  private final Supplier<Pattern> whole;

  /** Matches as many nodes from the needle on as a line agrees with. */
  private final Supplier<Pattern> longest;

  /**
   * Compiles a text.
   *
   * @param good the length from which on its first text is searched for in every line; 0 if none is
   * @throws IllegalArgumentException saying what is wrong and what is allowed
   */
  Template(String text, int good) {
    this.text = text;
    this.required = false;
    TemplateReader reader = new TemplateReader(text);
    List<TemplateNode> nodes = reader.nodes();
    this.groups = reader.groups();
    this.optionalEnd = reader.optionalEnd();
    this.whole = once(() -> TemplateNode.pattern(nodes), 0);
    List<TemplateNode> rest = good > 0 ? TemplateNode.fromNeedle(nodes, good) : nodes;
    this.leads = rest.size() == nodes.size();
    List<TemplateNode> first = nodes.subList(0, nodes.size() - rest.size());
    this.before = once(() -> TemplateNode.pattern(first) + "$", 0);
    this.longest = once(() -> TemplateNode.begins(rest), Pattern.LONGEST_MATCH);
    this.partly =
        once(
            () ->
                TemplateNode.begins(
                    nodes.stream()
                        .map(node -> new TemplateNode(node.pattern(), false, ""))
                        .toList()),
            Pattern.LONGEST_MATCH);
    int figure = 0;
    while (figure < rest.size() && !rest.get(figure).figure()) {
      figure++;
    }
    List<TemplateNode> upToFigure = figure < rest.size() ? rest.subList(0, figure + 1) : List.of();
    this.stating = once(() -> TemplateNode.pattern(upToFigure), 0);
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
    this.needle = words.length() > TemplateNode.LEAST_NEEDLE ? words.stripTrailing() : words;
  }

  /** Compiles a key of a record with its field, which a {@code !} makes a required one. */
  Template(String key, String field) {
    this.required = field.endsWith("!");
    this.text = '{' + (required ? field.substring(0, field.length() - 1) : field) + '}';
    this.leads = false;
    this.needle = "";
    TemplateReader reader = new TemplateReader(text);
    String value = "\"?" + reader.field();
    this.groups = reader.groups();
    this.optionalEnd = 0;
    if (groups.get(0).type.isText()) {
      value = WORD;
      groups.add(groups.get(0));
    }
    String pair = KEY.formatted(Pattern.quote(key)) + value + AFTER;
    this.whole = once(() -> pair, 0);
    this.longest = whole;
    this.before = once(() -> "$", 0);
    this.partly = once(() -> "", 0);
    this.stating = once(() -> "", 0);
  }

  /** Compiles its patterns now. */
  void compile() {
    Objects.requireNonNull(whole.get());
    Objects.requireNonNull(longest.get());
  }

  String text() {
    return text;
  }

  List<Group> groups() {
    return groups;
  }

  /** The text that always stands in the message and is searched for. */
  String needle() {
    return needle;
  }

  /** Whether one of its groups is this field. */
  boolean names(Field field) {
    return groups.stream().anyMatch(group -> group.field == field);
  }

  /** Whether there is no message without it. */
  boolean required() {
    return required;
  }

  /** Whether the message begins with its needle, so that a look at one position is enough. */
  boolean leads() {
    return leads;
  }

  /** The begin of a message whose needle stands at a position; −1 if something else precedes it. */
  int start(String text, int hit) {
    if (leads) {
      return hit;
    }
    Matcher matcher = before.get().matcher(text.substring(0, hit));
    return matcher.find() ? matcher.start() : -1;
  }

  /** Finds the message at the begin of a text; {@code null} if it is not there. */
  @Nullable Matcher begin(String text) {
    Matcher matcher = whole.get().matcher(text);
    return matcher.lookingAt() ? matcher : null;
  }

  /**
   * Finds the first occurrence that ends behind a position; {@code null} if that does not begin
   * before it or there is none.
   */
  @Nullable Matcher find(String text, int over) {
    Matcher matcher = whole.get().matcher(text);
    boolean found = matcher.find();
    while (found && matcher.end() <= over) {
      found = matcher.find();
    }
    return found && (over == 0 || matcher.start() <= over) ? matcher : null;
  }

  /** Where a key stands again behind its value that ends at a position; −1 if it does not. */
  int again(String text, int end) {
    Matcher matcher = whole.get().matcher(text);
    // What ends a value may begin the next key.
    return end > 0 && matcher.find(end - 1) ? matcher.start() + 1 : -1;
  }

  /** Whether an optional text at its end is not there. */
  boolean lacksEnd(Matcher matcher) {
    return optionalEnd > 0 && matcher.group(optionalEnd) == null;
  }

  /**
   * Matches a text that ends within the message, up to its last whole word; {@code null} if it is
   * another text.
   */
  @Nullable Matcher begun(String text) {
    String words = text.substring(0, text.lastIndexOf(' ') + 1).stripTrailing();
    if (!leads || agreesUpTo(words) < words.length()) {
      return null;
    }
    Matcher matcher = partly.get().matcher(words);
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
        && Stream.of(WORDS.split(this.text)).anyMatch(word -> word.startsWith(left));
  }

  /** Returns how far a text that begins with the needle agrees with the message. */
  int agreesUpTo(String text) {
    Matcher matcher = longest.get().matcher(text);
    return matcher.lookingAt() ? matcher.end() : 0;
  }

  /** Whether a text that begins with the needle states the first figure of the message. */
  boolean states(String text) {
    return stating.get().matcher(text).lookingAt();
  }

  /** A pattern that is compiled when a text first needs it: a log holds few of the messages. */
  private static Supplier<Pattern> once(Supplier<String> regex, int flags) {
    // A thread that does not see what another one compiled compiles it again.
    @Nullable Pattern[] compiled = new Pattern[1];
    return () -> {
      Pattern pattern = compiled[0];
      if (pattern == null) {
        pattern = Pattern.compile(regex.get(), flags);
        compiled[0] = pattern;
      }
      return pattern;
    };
  }
}
