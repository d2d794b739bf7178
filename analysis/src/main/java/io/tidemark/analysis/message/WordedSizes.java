package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sizes that a sentence states, each by the words around it:
 *
 * <pre>
 *   requested 1.5 MiB, free 1 MiB                  before it
 *   1.5 MiB needed but only 1 MiB is available     behind it
 *   failed to allocate the arena (4096 bytes)      none, behind the failure: asked for
 * </pre>
 */
final class WordedSizes {

  /** Characters before a size in which its word stands. */
  private static final int NEAR = 64;

  /** A smaller number without a unit is a code or a count. */
  private static final int LEAST_BARE = 16;

  private static final Pattern FIGURE =
      Pattern.compile(
          "(?:^|[^\\w.,-])(0x[0-9a-fA-F]+|\\d+(?:,\\d{3})*(?:\\.\\d+)?(?:\\.?[ ]?"
              + FieldType.UNIT_WORD
              + ")?)(?:[^\\w.]|\\.(?:[^\\d]|$)|$)");

  /** Parameters of a model, as in 7B. */
  private static final Pattern PARAMETERS = Pattern.compile("\\d{1,3}(?:\\.\\d)?B");

  private static final String LEFT = "free|available|left|remaining|reservable";
  private static final String USED = "used|in use|allocated|allocations|occupied|usage|reserved";
  private static final String SIZE =
      "total|capacity|limit(?:ation)?|max(?:imum)?|budget|exceed(?:s|ing)?|beyond"
          + "|(?:greater|larger|more|less|smaller) than|but|only|\\w+ size limit|[<>]";
  private static final String ASKED =
      "[a-z]*alloc(?:ate|ating|ation)?|reserv(?:e|ing)|request(?:ed|ing)?|need(?:s|ed)?|requir(?:e|es|ed|ing)"
          + "|ask(?:s|ed)?|tried|attempt(?:ed|ing)?";

  /** The words before a size; a size, a length or a buffer is of what the other words name. */
  private static final Pattern BEFORE =
      Pattern.compile(
          "(?i)(?:\\b|_)(?:("
              + LEFT
              + ")|("
              + USED
              + ")|("
              + SIZE
              + ")|("
              + ASKED
              + "))(?:\\b|_)|[<>]|(size|length|bytes)");

  private static final Pattern BEHIND =
      Pattern.compile(
          "(?i)^\\)? (?:(?:is|are|was|were|of|the|memory|bytes|video|gpu|device|host|kv|cache|currently|ram|vram) ){0,3}"
              + "(?:("
              + LEFT
              + ")|("
              + USED
              + ")|(total|capacity|max)|(needed|required|requested|minimum|(?:could not|cannot) be allocated))\\b(?:[^\\w]*[^\\w\\s:=]|\\s*$|\\s+[a-z])");

  /** Words directly before a number that say that it is a size. */
  private static final Pattern KEYED =
      Pattern.compile(
          "(?i)(allocat(?:e|ing)|(?:greater|larger|more) than|usage|exceeds?|only|beyond|[<>]|size|length|len|bytes|memory|mem|buffer[:=]|requested|needed|required|need|requires?|available|free|total|limit|capacity|used)[\"')\\]]*\\s?(?:::|[:=(\\[]|of|is)?\\s*$");

  /** A size that is not one of bytes. */
  private static final Pattern COUNTED_BEFORE =
      Pattern.compile(
          "(?i)(?:batch|block|page|vocab|tile|hidden|window|context|chunk|beam|group|world|type|image|seq)[ _-]?(?:size|length|len)\\W*$"
              + "|(?:count|num|number|id|code|status|errno|line|at size)\\W*$");

  private static final Pattern COUNTED_BEHIND =
      Pattern.compile(
          "(?i)^\\W*(?:tokens?|tiles?|pages?|blocks?|steps?|items?|elements?|lines?|snapshots?|slots?|times?|seconds?|ms|s|requests?|%"
              + "|context|ctx|layers?|heads?|nodes?|workers?|ranks?|devices?|gpus?|cores?|threads?|buffers?|tensors?)(?:\\W|$)");

  /** The dimensions of a tensor. */
  private static final Pattern SHAPE = Pattern.compile("[\\[(]\\d+(?:, ?\\d+)+,?[\\])]");

  /** The sizes behind it are those of a part of the memory. */
  private static final Pattern PER_BANK =
      Pattern.compile("(?i)\\b(?:each|per) (?:bank|partition|lane|channel)\\b");

  private static final Pattern CLAUSE = Pattern.compile("[,;(]|[.:] ");

  /** A size and where it stands. */
  record Size(int start, int end, long bytes, boolean hasUnit) {}

  private final String text;
  private final int hit;
  private final Map<Field, Size> sizes = new EnumMap<>(Field.class);
  private @Nullable Size wordless;

  private WordedSizes(String text, int hit) {
    this.text = text;
    this.hit = hit;
    Matcher figure = FIGURE.matcher(text);
    int before = 0;
    for (int at = 0; at < text.length() && figure.find(at); at = figure.end(1)) {
      add(
          figure.group(1),
          Math.max(before, figure.start(1) - NEAR),
          figure.start(1),
          figure.end(1));
      before = figure.end(1);
    }
  }

  /**
   * Returns the sizes of a text, by what each is of a failed allocation.
   *
   * @param hit where the words of the failure stand, which a size without words is behind
   */
  static Map<Field, Size> of(String text, int hit) {
    WordedSizes read = new WordedSizes(withoutShapes(text), hit);
    Map<Field, Size> sizes = read.sizes;
    if (PER_BANK.matcher(text).find()) {
      sizes.keySet().retainAll(Set.of(Field.NEEDED));
    }
    if (read.wordless != null) {
      sizes.putIfAbsent(Field.NEEDED, read.wordless);
    }
    Size used = sizes.get(Field.USED);
    Size capacity = sizes.get(Field.CAPACITY);
    if (used != null && capacity != null && used.bytes > capacity.bytes) {
      sizes.putIfAbsent(Field.NEEDED, used);
      sizes.remove(Field.USED);
    }
    return sizes;
  }

  private static String withoutShapes(String text) {
    StringBuilder plain = new StringBuilder(text);
    Matcher shape = SHAPE.matcher(text);
    while (shape.find()) {
      plain.replace(shape.start(), shape.end(), " ".repeat(shape.end() - shape.start()));
    }
    return plain.toString();
  }

  private void add(String figure, int from, int start, int end) {
    String before = text.substring(from, start);
    String behind = text.substring(end, Math.min(text.length(), end + NEAR));
    if (COUNTED_BEFORE.matcher(before).find() || COUNTED_BEHIND.matcher(behind).find()) {
      return;
    }
    boolean hasUnit =
        !figure.startsWith("0x") && Character.isLetter(figure.charAt(figure.length() - 1));
    boolean keyed = KEYED.matcher(before).find();
    Long bytes = (figure.startsWith("0x") ? FieldType.HEX : FieldType.SIZE).value(figure);
    if (bytes == null || (!keyed && PARAMETERS.matcher(figure).matches())) {
      return;
    }
    Field said = behind(behind);
    Field field = said == null ? before(before) : said;
    if (!hasUnit && ((!keyed && said == null) || bytes < LEAST_BARE)) {
      return;
    }
    if (bytes == 0 && (field == null || field == Field.NEEDED)) {
      return;
    }
    Size size = new Size(start, end, bytes, hasUnit);
    if (field != null) {
      sizes.putIfAbsent(field, size);
    } else if (wordless == null && start > hit) {
      wordless = size;
    }
  }

  private static @Nullable Field behind(String behind) {
    Matcher word = BEHIND.matcher(behind);
    return word.find() ? field(word) : null;
  }

  /** Returns what the last word says, and of a mere size what the other words of its clause say. */
  private static @Nullable Field before(String before) {
    if (before.matches(" ?(?:used )?(?:of|/) ?")) {
      return Field.CAPACITY;
    }
    Matcher word = BEFORE.matcher(before);
    Field said = null;
    int at = 0;
    for (int from = 0; from < before.length() && word.find(from); from = word.end()) {
      Field next = field(word);
      boolean mere = next == null || (next == Field.NEEDED && word.group(5) != null);
      boolean sameClause = !CLAUSE.matcher(before.substring(at, word.start())).find();
      if (!mere || said == null || !sameClause) {
        said = next;
        at = word.end();
      }
    }
    return said;
  }

  private static @Nullable Field field(Matcher word) {
    return word.group(1) != null
        ? Field.FREE
        : word.group(2) != null
            ? Field.USED
            : word.group(3) != null || (word.groupCount() > 4 && word.group().matches("[<>]"))
                ? Field.CAPACITY
                : Field.NEEDED;
  }
}
