package io.tidemark.analysis.message;

import static java.util.stream.Collectors.joining;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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

  /** A piece of text without a field, long enough to be searched for in every line. */
  private static final int LEAST_NEEDLE = 11;

  private static final int GOOD_NEEDLE = 16;

  /** Limit of words, blanks and fields: each is nested in the pattern of the one before it. */
  private static final int MOST_NODES = 512;

  private static final String KEY = "(?:^|[\\s;,{])(?:%1$s\\s*=|\"%1$s\"\\s*:)\\s*";
  private static final String WORD = "(?:\"([^\"\\n]*)\"|([^\\s;,\"{}]+))";

  /** What follows a value of a record. */
  static final String AFTER = "\"?(?:[\\s;,})\\]]|$)";

  private static final String BLANK = "[ \\t\\n]+";
  private static final String SKIP = "[^\\n]*?";

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

  /**
   * A node of the text.
   *
   * @param begins pattern of all that it may begin with; empty if it has one part
   * @param open whether it may be of any length
   * @param figure whether it is a figure that the message states
   */
  private record Node(String pattern, String begins, boolean open, String plain, boolean figure) {
    Node(String pattern, boolean open, String plain) {
      this(pattern, "", open, plain, false);
    }

    Node(String pattern, String begins, boolean open) {
      this(pattern, begins, open, "", false);
    }
  }

  private final String text;
  private final boolean required;
  private final List<Group> groups = new ArrayList<>();
  private final String needle;
  private int at;
  private int nodes;

  private final boolean leads;
  private final List<Node> sequence;

  /** Of as many whole nodes as stand in a text; compiled when a text ends within the message. */
  private volatile @Nullable Pattern partly;

  /** The needle up to the first figure; none if no figure follows that always stands there. */
  private final List<Node> upToFigure;

  /** Of the same; compiled when a line breaks off, of which a log may have many. */
  private volatile @Nullable Pattern stating;

  /** The first group of the last optional text, which may be the end; 0 if it has none. */
  private int optional;

  private int optionalEnd;

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
    List<Node> nodes = sequence("");
    this.sequence = nodes;
    if (at < text.length()) {
      throw wrong("no bracket is open");
    }
    if (nodes.isEmpty()) {
      throw wrong("want a text");
    }
    this.whole = Pattern.compile(pattern(nodes));
    List<Node> rest = needs ? fromNeedle(nodes) : nodes;
    this.leads = rest.size() == nodes.size();
    this.longest = Pattern.compile(begins(rest), Pattern.LONGEST_MATCH);
    int figure = 0;
    while (figure < rest.size() && !rest.get(figure).figure) {
      figure++;
    }
    this.upToFigure = figure < rest.size() ? rest.subList(0, figure + 1) : List.of();
    String plain =
        rest.stream().takeWhile(node -> !node.plain.isEmpty()).map(Node::plain).collect(joining());
    // Where a blank stands the writer may wrap the line.
    int wrap = plain.indexOf(' ', GOOD_NEEDLE);
    String first = wrap < 0 ? plain : plain.substring(0, wrap);
    this.needle = first.length() > LEAST_NEEDLE ? first.stripTrailing() : first;
  }

  /** Compiles a key of a record with its field, which a {@code !} makes a required one. */
  Template(String key, String field) {
    this.required = field.endsWith("!");
    this.text = '{' + (required ? field.substring(0, field.length() - 1) : field) + '}';
    this.leads = false;
    this.needle = "";
    String value = "\"?" + field(text.length() - 1).pattern;
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
    return optional > 0 && optionalEnd == text.length() && matcher.group(optional) == null;
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
      List<Node> plain = sequence.stream().map(node -> new Node(node.pattern, false, "")).toList();
      partly = Pattern.compile(begins(plain), Pattern.LONGEST_MATCH);
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
      stating = Pattern.compile(pattern(upToFigure));
      this.stating = stating;
    }
    return stating.matcher(text).lookingAt();
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("at character %d: %s".formatted(at + 1, what));
  }

  private List<Node> sequence(String ends) {
    List<Node> all = new ArrayList<>();
    while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
      char c = text.charAt(at);
      if (c == ']' || c == '}') {
        throw wrong("no bracket is open; a backslash makes it a text");
      }
      if (++nodes > MOST_NODES) {
        throw wrong("want at most %d words and fields".formatted(MOST_NODES));
      }
      Node node = c == '[' ? optional() : c == '{' ? braced() : c == '…' ? skip() : literal(ends);
      if (node.open && !all.isEmpty() && all.get(all.size() - 1).open) {
        throw wrong("two fields of any length side by side: want a text between them");
      }
      all.add(node);
    }
    return all;
  }

  private Node skip() {
    at++;
    return new Node(SKIP, true, "");
  }

  private Node optional() {
    int group = groups.size() + 1;
    List<Node> inner = within("]");
    boolean open = inner.get(inner.size() - 1).open && inner.size() == 1;
    optional = groups.size() >= group ? group : 0;
    optionalEnd = at;
    return new Node("(?:" + pattern(inner) + ")?", begins(inner), open);
  }

  private List<Node> within(String close) {
    at++;
    List<Node> inner = sequence(close);
    if (at == text.length() || inner.isEmpty()) {
      throw wrong(inner.isEmpty() ? "nothing between the brackets" : "want " + close);
    }
    at++;
    return inner;
  }

  private Node braced() {
    int close = text.indexOf('}', at);
    int bar = text.indexOf('|', at);
    if (bar < 0 || bar > close) {
      return field(close);
    }
    List<String> choices = new ArrayList<>();
    List<String> begins = new ArrayList<>();
    while (choices.isEmpty() || text.charAt(at) == '|') {
      at++;
      List<Node> choice = sequence("|}");
      choices.add(pattern(choice));
      begins.add(begins(choice));
      if (at == text.length()) {
        throw wrong("want }");
      }
    }
    at++;
    String all = "(?:" + String.join("|", choices) + ")";
    return new Node(all, String.join("|", begins), false);
  }

  private Node field(int close) {
    if (close < 0) {
      throw wrong("want }");
    }
    String inner = text.substring(at + 1, close);
    int colon = inner.indexOf(':');
    String name = colon < 0 ? inner : inner.substring(0, colon);
    boolean part = name.startsWith("+") || name.startsWith("-");
    Field field = part ? null : Field.of(name);
    FieldType known = field == null ? FieldType.SIZE : field.type;
    FieldType type = colon < 0 ? known : type(inner.substring(colon + 1));
    if (field != Field.ANY && type.isText() != known.isText()) {
      throw wrong("field %s: type %s does not fit".formatted(name, inner.substring(colon + 1)));
    }
    groups.add(new Group(name, field, type));
    at = close + 1;
    boolean last = at == text.length();
    String pattern = type == FieldType.TEXT && last ? "[^\\n]+" : type.pattern;
    boolean figure = field != Field.ANY && !type.isText();
    return new Node("(" + pattern + ")", "", type == FieldType.TEXT, "", figure);
  }

  private FieldType type(String name) {
    for (FieldType type : FieldType.values()) {
      if (type.name().equalsIgnoreCase(name)) {
        return type;
      }
    }
    throw wrong(
        "type \"%s\": want one of %s"
            .formatted(name, Arrays.toString(FieldType.values()).toLowerCase(Locale.ROOT)));
  }

  /** Reads a word, or the blanks before the next one. */
  private Node literal(String ends) {
    StringBuilder word = new StringBuilder();
    boolean blank = Character.isWhitespace(text.charAt(at));
    while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
      char c = text.charAt(at);
      if ("[]{}…".indexOf(c) >= 0 || Character.isWhitespace(c) != blank) {
        break;
      }
      if (c == '\\' && at + 1 < text.length()) {
        c = text.charAt(++at);
      }
      if (c > '~') {
        throw wrong("\"%c\" is no character of ASCII: want {any} in its place".formatted(c));
      }
      word.append(c);
      at++;
    }
    // No line that is searched has a line end.
    return blank
        ? new Node(BLANK, false, word.indexOf("\n") < 0 ? " " : "")
        : new Node(Pattern.quote(word.toString()), false, word.toString());
  }

  private static String pattern(List<Node> nodes) {
    StringBuilder all = new StringBuilder();
    nodes.forEach(node -> all.append(node.pattern));
    return all.toString();
  }

  /** Returns a pattern of as many of the nodes, from the first on, as stand in a text. */
  private static String begins(List<Node> nodes) {
    String all = "";
    for (int i = nodes.size() - 1; i >= 0; i--) {
      Node node = nodes.get(i);
      String part = node.begins.isEmpty() ? "" : "|" + node.begins;
      all = "(?:" + node.pattern + all + part + ")?";
    }
    return all;
  }

  /** Returns the nodes from the first text that is long enough to be rare on, else the longest. */
  private static List<Node> fromNeedle(List<Node> nodes) {
    int best = 0;
    int most = 0;
    int length = 0;
    int begin = 0;
    for (int i = 0; i < nodes.size() && most < GOOD_NEEDLE; i++) {
      length += nodes.get(i).plain.length();
      boolean ends = i + 1 == nodes.size() || nodes.get(i + 1).plain.isEmpty();
      if (ends) {
        best = length > most ? begin : best;
        most = Math.max(most, length);
        length = 0;
        begin = i + 1;
      } else if (nodes.get(i).plain.isEmpty()) {
        begin = i + 1;
      }
    }
    if (most < LEAST_NEEDLE) {
      throw new IllegalArgumentException(
          "the longest text outside its fields and optional parts has %d bytes: want at least %d, which are searched for in every line"
              .formatted(most, LEAST_NEEDLE));
    }
    best += most > LEAST_NEEDLE + 1 && nodes.get(best).pattern.equals(BLANK) ? 1 : 0;
    return nodes.subList(best, nodes.size());
  }
}
