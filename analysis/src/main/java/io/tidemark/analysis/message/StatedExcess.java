package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.model.TextResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A need of a memory and a smaller limit, in words that no row has:
 *
 * <pre>
 *   needs 1693184 bytes of L1 per core, but only 1461248 are available
 *   size (141328 bytes) exceeds limit (131072 bytes)
 * </pre>
 *
 * @param start where its sentence begins
 * @param end behind its limit
 * @param memory its name; {@code DEVICE} if it has none
 * @param free whether the limit is what was free, not the size of the memory
 * @param raised whether a program failed with it; else it is said of what is planned or built
 */
record StatedExcess(
    int start, int end, long needed, long limit, String memory, boolean free, boolean raised) {

  /** Texts of which one stands in such a line, without the begins of their words that differ. */
  static final List<String> NEEDLES =
      TextResource.lines(StatedExcess.class, "exceeded.txt").toList();

  /** A size with its unit, or a number that is large enough for one. */
  private static final Pattern FIGURE =
      Pattern.compile(
          "(?:^|[\\s=(<>])((?:\\d+(?:,\\d{3})*(?:\\.\\d+)?[ ]?"
              + FieldType.UNIT_WORD
              + ")|\\d{4,}|\\d{1,3}(?:,\\d{3})+)(?:[\\s),;:.\\]>]|$)");

  private static final Pattern BEYOND =
      Pattern.compile(
          "(?i)\\b(?:exceeds?|only|limit|capacity|max\\w*|available|budget|not fit|(?:greater|larger|more) than|beyond)\\b|>");
  private static final Pattern FREE = Pattern.compile("(?i)\\b(?:available|free|left|only)\\b");
  private static final Pattern COUNTED =
      Pattern.compile(
          "(?i)^\\W*(?:tokens?|tiles?|pages?|blocks?|steps?|items?|elements?|slots?)\\b");
  private static final Pattern COUNT = Pattern.compile("(?i)(?:count|num|number)\\W*$");
  private static final Pattern NAMED =
      Pattern.compile(
          "\\b((?i:l1_small|l1|sram|psram|dram|ddr|hbm|vram|smem|vmem|tcm|sbuf|psum|gmem|lmem)|RAM)\\b");
  private static final Pattern MEMORY =
      Pattern.compile("(?i)(?:\\b|_)(?:l1|memory|smem|vmem|sram|buffers?|regions?|arena)(?:\\b|_)");
  private static final Pattern SHARED = Pattern.compile("(?i)shared memory");
  private static final Pattern BUILT =
      Pattern.compile(
          "(?i)\\b(?:execution region|section|sketch|(?:data|program|code) size|image)\\b");

  /** The head of a sentence: an exception, a level, a column of a logger. */
  private static final Pattern HEAD =
      Pattern.compile(
          "(?:\\b(?i:\\w*(?:error|exception|fatal|throw|exhausted|critical|panic))\\b:?|[\\]|>]|^E {3})\\s+");

  private static final Pattern RAISED =
      Pattern.compile(
          "TT_FATAL|TT_THROW|\\w(?:Error|Exception)\\b|EXHAUSTED|\\b(?:ERROR|FATAL|CRITICAL|critical|panic)\\b");

  /** A figure of a line. */
  private record Figure(int start, int end, long bytes) {}

  /**
   * Reads it; {@code null} if the line states none.
   *
   * @param sizes what the words around each size say of it
   */
  static @Nullable StatedExcess read(String text, Map<Field, Long> sizes) {
    if (!NAMED.matcher(text).find() && !MEMORY.matcher(text).find()) {
      return null;
    }
    List<Figure> figures = figures(text);
    for (int i = 1; i < figures.size(); i++) {
      Figure need = figures.get(i - 1);
      Figure limit = figures.get(i);
      String between = text.substring(need.end, limit.start);
      if (need.bytes > limit.bytes && limit.bytes > 0 && BEYOND.matcher(between).find()) {
        int behind = Math.min(text.length(), limit.end + " are available".length());
        boolean free = FREE.matcher(between + ' ' + text.substring(limit.end, behind)).find();
        return of(text, need.start, limit.end, need.bytes, limit.bytes, free);
      }
    }
    long needed = sizes.getOrDefault(Field.NEEDED, 0L);
    boolean free = sizes.containsKey(Field.FREE);
    long limit = sizes.getOrDefault(free ? Field.FREE : Field.CAPACITY, Long.MAX_VALUE);
    return needed > limit ? of(text, text.length(), text.length(), needed, limit, free) : null;
  }

  private static StatedExcess of(
      String text, int start, int end, long needed, long limit, boolean free) {
    String before = text.substring(0, start);
    boolean raised = RAISED.matcher(before).find() && !BUILT.matcher(text).find();
    return new StatedExcess(pastHead(before), end, needed, limit, memory(text), free, raised);
  }

  /** The line up to the limit, without its own word for what cannot be. */
  String words(String text) {
    return text.substring(0, end).replace("would not fit", "");
  }

  private static int pastHead(String before) {
    Matcher head = HEAD.matcher(before);
    int start = 0;
    while (head.find()) {
      start = head.end();
    }
    return start;
  }

  private static List<Figure> figures(String text) {
    List<Figure> figures = new ArrayList<>();
    Matcher figure = FIGURE.matcher(text);
    for (int at = 0; at < text.length() && figure.find(at); at = figure.end(1)) {
      Long bytes = FieldType.SIZE.value(figure.group(1));
      boolean counts =
          COUNTED.matcher(text.substring(figure.end(1))).find()
              || COUNT.matcher(text.substring(0, figure.start(1))).find();
      if (bytes != null && !counts) {
        figures.add(new Figure(figure.start(1), figure.end(1), bytes));
      }
    }
    return figures;
  }

  /** The memory that a line names; {@code DEVICE} if it names none. */
  static String memory(String text) {
    Matcher named = NAMED.matcher(text);
    if (named.find()) {
      return named.group(1);
    }
    return text.toLowerCase(Locale.ROOT).contains("l1_")
        ? "L1"
        : SHARED.matcher(text).find() ? "SHARED" : "DEVICE";
  }
}
