package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.FrequentLines;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryHeader;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks of memory lines as tt-mlir's logger prints them: the header and the four views. The
 * memories have a fixed order, so the next one is mostly known.
 */
final class FrequentMemoryLines implements FrequentLines {

  /** Number of decimals of MiB in the runtime's output. */
  private static final int DECIMALS = 3;

  private static final int UNIT = 1000;
  private static final int MAX_DIGITS = 7;
  private static final byte[] HEADER = Bytes.of("Device memory state before operation ");
  private static final byte[][] LABELS = {
    MemoryLines.CAPACITY, MemoryLines.USED, MemoryLines.FREE, MemoryLines.LARGEST
  };
  private static final byte[] MIB = Bytes.of(" MB");

  private final long[] figures = new long[LABELS.length];
  private int memory;
  private String op = "";
  private @Nullable Fact fact;

  /** End of the last number. */
  private int past;

  @Override
  public Fact fact() {
    Fact read = fact;
    if (read == null) {
      throw new IllegalStateException("no line was read");
    }
    return read;
  }

  @Override
  public int read(byte[] bytes, int start, int to) {
    int message = RuntimeHead.frequent(bytes, start, to);
    if (message < 0) {
      return -1;
    }
    for (int tried = 0; tried < MemoryLines.MEMORIES.size(); tried++) {
      MemoryLines.Memory next = MemoryLines.MEMORIES.get(memory);
      memory = memory + 1 == MemoryLines.MEMORIES.size() ? 0 : memory + 1;
      if (stands(next.frequent, bytes, message, to)) {
        return view(next.name, bytes, message + next.frequent.length, to);
      }
    }
    return stands(HEADER, bytes, message, to) ? header(bytes, message + HEADER.length, to) : -1;
  }

  private int header(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && Bytes.isWord(bytes[end])) {
      end++;
    }
    if (end == from || end - from > MemoryLines.MAX_OP_BYTES || !isFeed(bytes, end, to)) {
      return -1;
    }
    if (!isOp(bytes, from, end)) {
      op = Bytes.text(bytes, from, end);
    }
    fact = new MemoryHeader(Line.DEVICE, Point.BEFORE_OPERATION, op);
    return end;
  }

  /** Reuses the last op name, since consecutive ops often have the same. */
  private boolean isOp(byte[] bytes, int from, int end) {
    if (op.length() != end - from) {
      return false;
    }
    for (int i = from; i < end; i++) {
      if (op.charAt(i - from) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private int view(String name, byte[] bytes, int from, int to) {
    long banks = number(bytes, from, to, MemoryLines.MAX_BANK_DIGITS);
    for (int i = 0; i < figures.length; i++) {
      figures[i] = banks < 0 ? -1 : mib(LABELS[i], bytes, past, to);
      if (figures[i] < 0) {
        return -1;
      }
    }
    boolean ends = past < to && bytes[past] == '}' && isFeed(bytes, past + 1, to);
    if (!ends
        || TtMetalBounds.of(
                    banks,
                    figures[0],
                    figures[1],
                    figures[2],
                    figures[3],
                    MemoryLines.ROUNDING_BYTES)
                .breach()
            != null) {
      return -1;
    }
    fact =
        new MemoryViewLine(
            Line.DEVICE, name, (int) banks, figures[0], figures[1], figures[2], figures[3]);
    return past + 1;
  }

  private static boolean isFeed(byte[] bytes, int at, int to) {
    return at < to && bytes[at] == '\n';
  }

  private static boolean stands(byte[] literal, byte[] bytes, int at, int to) {
    int end = at + literal.length;
    return end <= to && Arrays.equals(bytes, at, end, literal, 0, literal.length);
  }

  /** Reads labelled MiB as bytes; −1 if there is anything else. */
  private long mib(byte[] label, byte[] bytes, int from, int to) {
    if (!stands(label, bytes, from, to)) {
      return -1;
    }
    long mib = number(bytes, from + label.length, to, MAX_DIGITS);
    if (mib < 0 || past == to || bytes[past] != '.') {
      return -1;
    }
    int point = past;
    long fraction = number(bytes, point + 1, to, DECIMALS);
    if (fraction < 0 || past != point + 1 + DECIMALS || !stands(MIB, bytes, past, to)) {
      return -1;
    }
    past += MIB.length;
    return (mib << 20) + ((fraction << 21) + UNIT) / (2 * UNIT);
  }

  private long number(byte[] bytes, int from, int to, int maxDigits) {
    int most = Math.min(to, from + maxDigits);
    int value = 0;
    int at = from;
    while (at < most && Bytes.isDigit(bytes[at])) {
      value = value * 10 + (bytes[at] - '0');
      at++;
    }
    past = at;
    return at == from || (at < to && Bytes.isDigit(bytes[at])) ? -1 : value;
  }
}
