package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.message.WordedSizes.Size;
import io.tidemark.model.plan.PlanSpace;
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

  private static final Pattern NAMED =
      Pattern.compile(
          "\\b((?i:l1_small|l1|sram|psram|dram|ddr|hbm|vram|smem|vmem|tcm|sbuf|psum|gmem|lmem)|RAM)\\b");
  private static final Pattern MEMORY =
      Pattern.compile("(?i)(?:\\b|_)(?:l1|memory|smem|vmem|sram|regions?|arena)(?:\\b|_)");

  /** A buffer of a device; others are those of networks and files. */
  private static final Pattern BUFFER =
      Pattern.compile(
          "(?i)(?:gpu|npu|metal|vulkan|opencl).*buffer|buffer.*(?:gpu|npu|metal|vulkan|opencl)");

  /** Things of a host that have limits of their own. */
  private static final Pattern OF_HOST =
      Pattern.compile(
          "(?i)\\b(?:logs?|cache entry|entries|payload|messages?|upload|body|header)\\b");

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

  /**
   * Reads it; {@code null} if the line states none.
   *
   * @param sizes what the words around each size say of it
   */
  static @Nullable StatedExcess read(String text, Map<Field, Size> sizes) {
    Size need = sizes.get(Field.NEEDED);
    Size free = sizes.get(Field.FREE);
    Size limit = free == null ? sizes.get(Field.CAPACITY) : free;
    boolean ofMemory =
        NAMED.matcher(text).find()
            || ((MEMORY.matcher(text).find() || BUFFER.matcher(text).find())
                && !OF_HOST.matcher(text).find());
    if (need == null || limit == null || need.bytes() <= limit.bytes() || !ofMemory) {
      return null;
    }
    String before = text.substring(0, Math.min(need.start(), limit.start()));
    return new StatedExcess(
        pastHead(before),
        Math.max(need.end(), limit.end()),
        need.bytes(),
        limit.bytes(),
        memory(text),
        free != null,
        RAISED.matcher(before).find() && !BUILT.matcher(text).find());
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

  /** The memory that a line names; {@code DEVICE} if it names none. */
  static String memory(String text) {
    Matcher named = NAMED.matcher(text);
    if (named.find()) {
      return named.group(1);
    }
    return text.toLowerCase(Locale.ROOT).contains("l1_")
        ? "L1"
        : SHARED.matcher(text).find() ? "SHARED" : PlanSpace.DEVICE;
  }
}
