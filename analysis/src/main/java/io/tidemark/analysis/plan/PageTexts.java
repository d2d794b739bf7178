package io.tidemark.analysis.plan;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.model.BufferContents;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlannedBuffer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Long names of a plan's buffers. A text of up to 1 KiB is kept whole as long as its page has room
 * for it: a page travels as one record. Beyond that each text is cut. Confined to its {@link
 * PlanFigures}.
 */
public final class PageTexts {

  private static final int MAX_BYTES = 1024;

  /** A text within it never counts: so much of a name is kept at least. */
  private static final int SHORT = 128;

  static final int LETTERS_PER_PAGE = 64 * 1024;

  private int page;
  private int letters;
  private long allLetters;

  /** Whole up to 1 KiB of UTF-8; a longer text is cut as names of ops are. */
  public static String limited(String text) {
    return OpNameLimiter.cut(text, MAX_BYTES);
  }

  /** {@link #limited(String)} of a text that may be unknown. */
  public static @Nullable String limitedOrUnknown(@Nullable String text) {
    return text == null ? null : limited(text);
  }

  /** The interval as the page has room for it. */
  Interval admit(Interval interval, int itsPage) {
    if (itsPage != page) {
      page = itsPage;
      letters = 0;
    }
    int more = longLetters(interval.buffer());
    if (letters + more > LETTERS_PER_PAGE) {
      return interval.with(cut(interval.buffer()));
    }
    letters += more;
    allLetters += more;
    return interval;
  }

  /** Letters beyond those that every text may have. */
  long letters() {
    return allLetters;
  }

  void clear() {
    page = 0;
    letters = 0;
    allLetters = 0;
  }

  private static int longLetters(PlannedBuffer buffer) {
    BufferContents is = buffer.contents();
    return Stream.of(buffer.name(), is.shape(), is.dtype(), is.layout(), is.opcode(), is.opName())
        .mapToInt(text -> text == null ? 0 : Math.max(0, text.length() - SHORT))
        .sum();
  }

  private static PlannedBuffer cut(PlannedBuffer buffer) {
    BufferContents is = buffer.contents();
    return new PlannedBuffer(
        OpNameLimiter.cut(buffer.name()),
        buffer.op(),
        buffer.bufferClass(),
        new BufferContents(
            cut(is.shape()),
            cut(is.dtype()),
            cut(is.layout()),
            is.elements(),
            is.allocation(),
            cut(is.opcode()),
            cut(is.opName())));
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null ? null : OpNameLimiter.cut(text);
  }
}
