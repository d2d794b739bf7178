package io.tidemark.analysis.plan;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits long names of a plan's buffers. A text of up to 1 KiB is kept whole while its page has
 * room, since a page is sent as one record. After that, texts are cut. Confined to its {@link
 * PlanFigures}.
 */
public final class PageTexts {

  private static final int MAX_BYTES = 1024;

  /** Texts up to this length are not counted, since they are never cut. */
  private static final int SHORT = 128;

  static final int LETTERS_PER_PAGE = 64 * 1024;

  private int page;
  private int letters;
  private long allLetters;

  /** Limits a text to 1 KiB of UTF-8; a longer one is cut like the name of an op. */
  public static String limited(String text) {
    return OpNameLimiter.cut(text, MAX_BYTES);
  }

  public static @Nullable String limitedOrUnknown(@Nullable String text) {
    return text == null ? null : limited(text);
  }

  /** Returns the interval with its texts cut if the page has no more room. */
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

  /** Total of letters beyond the uncounted {@link #SHORT} ones per text. */
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
