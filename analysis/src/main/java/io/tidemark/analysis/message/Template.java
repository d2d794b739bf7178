package io.tidemark.analysis.message;

import static java.util.stream.Collectors.joining;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
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
  private final List<TemplateNode> sequence;

  /** Of as many whole nodes as stand in a text; compiled when a text ends within the message. */
  private volatile @Nullable Pattern partly;

  /** The needle up to the first figure; none if no figure follows that always stands there. */
  private final List<TemplateNode> upToFigure;

  /** Of the same; compiled when a line breaks off, of which a log may have many. */
  private volatile @Nullable Pattern stating;

  /** The first group of an optional text at its end; 0 for none. */
  private final int optionalEnd;

  private final Pattern whole;

  /** Matches as many nodes from the needle on as a line agrees with. */
  private final Pattern longest;

  /**
   * Compiles a text.
   *
   * @param needs whether it must have a text that can be searched for in every line
   * @throws IllegalArgumentException saying what is wrong and what is allowed
   */
  Template(String text, boolean needs) {
    this.text = text;
    this.required = false;
    TemplateReader reader = new TemplateReader(text);
    List<TemplateNode> nodes = reader.nodes();
    this.sequence = nodes;
    this.groups = reader.groups();
    this.optionalEnd = reader.optionalEnd();
    this.whole = Pattern.compile(TemplateNode.pattern(nodes));
    List<TemplateNode> rest = needs ? TemplateNode.fromNeedle(nodes) : nodes;
    this.leads = rest.size() == nodes.size();
    this.longest = Pattern.compile(TemplateNode.begins(rest), Pattern.LONGEST_MATCH);
    int figure = 0;
    while (figure < rest.size() && !rest.get(figure).figure()) {
      figure++;
    }
    this.upToFigure = figure < rest.size() ? rest.subList(0, figure + 1) : List.of();
    String plain =
        rest.stream()
            .takeWhile(node -> !node.plain().isEmpty())
            .map(TemplateNode::plain)
            .collect(joining());
    // Where a blank stands the writer may wrap the line.
    int wrap = plain.indexOf(' ', TemplateNode.GOOD_NEEDLE);
    String first = wrap < 0 ? plain : plain.substring(0, wrap);
    this.needle = first.length() > TemplateNode.LEAST_NEEDLE ? first.stripTrailing() : first;
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
    this.whole = Pattern.compile(KEY.formatted(Pattern.quote(key)) + value + AFTER);
    this.longest = whole;
    this.sequence = List.of();
    this.upToFigure = List.of();
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

  /** Finds the message at the begin of a text; {@code null} if it is not there. */
  @Nullable Matcher begin(String text) {
    Matcher matcher = whole.matcher(text);
    return matcher.lookingAt() ? matcher : null;
  }

  /**
   * Finds the first occurrence that ends behind a position; {@code null} if that does not begin
   * before it or there is none.
   */
  @Nullable Matcher find(String text, int over) {
    Matcher matcher = whole.matcher(text);
    boolean found = matcher.find();
    while (found && matcher.end() <= over) {
      found = matcher.find();
    }
    return found && (over == 0 || matcher.start() <= over) ? matcher : null;
  }

  /** Where a key stands again behind its value that ends at a position; −1 if it does not. */
  int again(String text, int end) {
    Matcher matcher = whole.matcher(text);
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
    Pattern partly = this.partly;
    if (partly == null) {
      List<TemplateNode> plain =
          sequence.stream().map(node -> new TemplateNode(node.pattern(), false, "")).toList();
      partly = Pattern.compile(TemplateNode.begins(plain), Pattern.LONGEST_MATCH);
      this.partly = partly;
    }
    Matcher matcher = partly.matcher(words);
    return matcher.lookingAt() ? matcher : null;
  }

  /** Returns how far a text that begins with the needle agrees with the message. */
  int agreesUpTo(String text) {
    Matcher matcher = longest.matcher(text);
    return matcher.lookingAt() ? matcher.end() : 0;
  }

  /** Whether a text that begins with the needle states the first figure of the message. */
  boolean states(String text) {
    Pattern stating = this.stating;
    if (stating == null) {
      stating = Pattern.compile(TemplateNode.pattern(upToFigure));
      this.stating = stating;
    }
    return stating.matcher(text).lookingAt();
  }
}
