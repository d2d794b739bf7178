package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Reads the text of a {@link Template} into its nodes and groups. */
final class TemplateReader {

  /** Limit of words, blanks and fields: each is nested in the pattern of the one before it. */
  private static final int MOST_NODES = 512;

  private static final String SKIP = "[^\\n]*?";

  /** A unit behind a figure, and the blank before it. */
  private static final Pattern UNIT = Pattern.compile("([ ]?(?:[KMGT]i?B|kB|B|[Bb]ytes))(?:\\W|$)");

  private final String text;
  private final List<Template.Group> groups = new ArrayList<>();
  private int at;
  private int nodes;

  /** The first group of the last optional text; 0 if that has none. */
  private int optional;

  private int optionalEnd;

  TemplateReader(String text) {
    this.text = text;
  }

  /** The nodes of the whole text, in order. */
  List<TemplateNode> nodes() {
    List<TemplateNode> all = sequence("");
    if (at < text.length()) {
      throw wrong("no bracket is open");
    }
    if (all.isEmpty()) {
      throw wrong("want a text");
    }
    return all;
  }

  /** The pattern of a text that is one field. */
  String field() {
    return field(text.length() - 1).pattern();
  }

  /** The groups of the nodes that were read. */
  List<Template.Group> groups() {
    return groups;
  }

  /** The first group of an optional text at the end; 0 for none. */
  int optionalEnd() {
    return optionalEnd == text.length() ? optional : 0;
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("at character %d: %s".formatted(at + 1, what));
  }

  private List<TemplateNode> sequence(String ends) {
    List<TemplateNode> all = new ArrayList<>();
    while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
      char c = text.charAt(at);
      if (c == ']' || c == '}') {
        throw wrong("no bracket is open; a backslash makes it a text");
      }
      if (++nodes > MOST_NODES) {
        throw wrong("want at most %d words and fields".formatted(MOST_NODES));
      }
      TemplateNode node =
          c == '[' ? optional() : c == '{' ? braced() : c == '…' ? skip() : literal(ends);
      if (node.open() && !all.isEmpty() && all.get(all.size() - 1).open()) {
        throw wrong("two fields of any length side by side: want a text between them");
      }
      all.add(node);
    }
    return all;
  }

  private TemplateNode skip() {
    at++;
    return new TemplateNode(SKIP, true, "");
  }

  private TemplateNode optional() {
    int group = groups.size() + 1;
    List<TemplateNode> inner = within("]");
    boolean open = inner.get(inner.size() - 1).open() && inner.size() == 1;
    optional = groups.size() >= group ? group : 0;
    optionalEnd = at;
    return new TemplateNode(
        "(?:" + TemplateNode.pattern(inner) + ")?", TemplateNode.begins(inner), open);
  }

  private List<TemplateNode> within(String close) {
    at++;
    List<TemplateNode> inner = sequence(close);
    if (at == text.length() || inner.isEmpty()) {
      throw wrong(inner.isEmpty() ? "nothing between the brackets" : "want " + close);
    }
    at++;
    return inner;
  }

  private TemplateNode braced() {
    int close = text.indexOf('}', at);
    int bar = text.indexOf('|', at);
    boolean nested = text.substring(at + 1, Math.max(at + 1, close)).indexOf('{') >= 0;
    if (bar < 0 || (bar > close && !nested)) {
      return field(close);
    }
    List<String> choices = new ArrayList<>();
    List<String> begins = new ArrayList<>();
    while (choices.isEmpty() || text.charAt(at) == '|') {
      at++;
      List<TemplateNode> choice = sequence("|}");
      choices.add(TemplateNode.pattern(choice));
      begins.add(TemplateNode.begins(choice));
      if (at == text.length()) {
        throw wrong("want }");
      }
    }
    at++;
    String all = "(?:" + String.join("|", choices) + ")";
    return new TemplateNode(all, String.join("|", begins), false);
  }

  private TemplateNode field(int close) {
    if (close < 0) {
      throw wrong("want }");
    }
    int start = at;
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
    groups.add(new Template.Group(name, field, type));
    at = close + 1;
    boolean last = at == text.length();
    String pattern = type == FieldType.TEXT && last ? "[^\\n]+" : type.pattern;
    boolean figure = field != Field.ANY && !type.isText();
    boolean open = type == FieldType.TEXT || type == FieldType.WRAPPED;
    String begins = type == FieldType.MEASURE ? FieldType.BYTES.pattern : "";
    String unit = type.takesUnit() ? unit() : "";
    String padding = field == Field.DEVICE || !type.isText() ? padding(start) : "";
    return new TemplateNode(
        padding + "(" + pattern + unit + ")",
        unit.isEmpty() ? begins : padding + "(?:" + pattern + ")",
        open,
        "",
        figure);
  }

  /** Skips a unit that stands behind a figure: a line may name another one. */
  private String unit() {
    Matcher unit = UNIT.matcher(text.substring(at));
    if (!unit.lookingAt()) {
      return "";
    }
    at += unit.end(1);
    return TemplateNode.BLANKS + FieldType.UNIT_WORD;
  }

  /** Writers pad figures to columns, also within brackets. */
  private String padding(int field) {
    boolean sign = field > 0 && "(=:[/".indexOf(text.charAt(field - 1)) >= 0;
    return sign ? TemplateNode.BLANKS : "";
  }

  /** Whether one of these signs stands there: writers put blanks beside them or not. */
  private boolean isSign(int index, String signs) {
    return index < text.length() && signs.indexOf(text.charAt(index)) >= 0;
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
  private TemplateNode literal(String ends) {
    StringBuilder word = new StringBuilder();
    int begin = at;
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
        ? new TemplateNode(
            (begin > 0 && isSign(begin - 1, ":=(")) || isSign(at, "=:(")
                ? TemplateNode.BLANKS
                : TemplateNode.BLANK,
            false,
            word.indexOf("\n") < 0 ? " " : "")
        : new TemplateNode(Pattern.quote(word.toString()), false, word.toString());
  }
}
