package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.FrequentLines;
import io.tidemark.analysis.line.Parsed;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record by comparison with an earlier one. The compiler prints the keys of a kind of
 * record in fixed order and repeats most values, so only changed values are read. Records with
 * other differences are left to {@link KeyValueFormat}.
 */
final class FrequentRecords implements FrequentLines {

  /** Number of remembered kinds: a search prints a dozen kinds, few of them often. */
  private static final int KINDS = 8;

  /** The newest record of each kind, most recently read first. */
  private final @Nullable KeyValueRecord[] newest = new KeyValueRecord[KINDS];

  private int[] bounds = new int[0];

  @Override
  public int read(byte[] bytes, int start, int to) {
    for (int kind = 0; kind < KINDS; kind++) {
      KeyValueRecord before = newest[kind];
      if (before == null) {
        return -1;
      }
      int end = end(before, bytes, start, to);
      if (end >= 0) {
        RecordKeys keys = before.keys();
        int[] own = Arrays.copyOf(bounds, keys.size() * KeyValueRecord.BOUNDS);
        byte[] line = Arrays.copyOfRange(bytes, start, end);
        remember(new KeyValueRecord(line, own, keys), kind);
        return end;
      }
    }
    return -1;
  }

  @Override
  public KeyValueRecord fact() {
    KeyValueRecord read = newest[0];
    if (read == null) {
      throw new IllegalStateException("no line was read");
    }
    return read;
  }

  @Override
  public void learn(Parsed parsed) {
    if (parsed instanceof KeyValueRecord record) {
      remember(record, KINDS - 1);
    }
  }

  private void remember(KeyValueRecord record, int kind) {
    System.arraycopy(newest, 0, newest, 1, kind);
    newest[0] = record;
  }

  /** Returns the end of the record if it has the keys of {@code before}; −1 otherwise. */
  private int end(KeyValueRecord before, byte[] bytes, int start, int to) {
    byte[] line = before.line();
    int size = before.size();
    if (bounds.length < size * KeyValueRecord.BOUNDS) {
      bounds = new int[size * KeyValueRecord.BOUNDS];
    }
    int shift = start;
    int same = sameTo(line, 0, bytes, shift, to);
    for (int item = 0; item < size; item++) {
      int valueFrom = valueBegin(before, item);
      if (same < valueFrom) {
        return -1;
      }
      int moved = shift;
      if (same < (item + 1 < size ? valueBegin(before, item + 1) : line.length)
          || (item + 1 == size && !isFeed(bytes, shift + line.length, to))) {
        int valueTo = item + 1 < size ? before.itemFrom(item + 1) : line.length;
        int end = valueEnd(bytes, shift + valueFrom, to);
        boolean plain = before.valueFrom(item) == valueFrom && before.valueTo(item) == valueTo;
        if (!plain || !mayDiffer(before.keys().of(item), bytes, shift + valueFrom, end)) {
          return -1;
        }
        moved = end - valueTo;
        same = sameTo(line, valueTo, bytes, moved, to);
      }
      before.moved(item, shift - start, moved - start, bounds);
      shift = moved;
    }
    int end = shift + line.length;
    return isFeed(bytes, end, to) ? end : -1;
  }

  /** Returns the position in {@code line} up to which both texts are equal. */
  private static int sameTo(byte[] line, int from, byte[] bytes, int shift, int to) {
    int most = Math.min(to, shift + line.length);
    int same = Arrays.mismatch(line, from, line.length, bytes, shift + from, most);
    return same < 0 ? line.length : from + same;
  }

  private static int valueBegin(KeyValueRecord record, int item) {
    return record.keyTo(item) + KeyValueReader.EQUALS;
  }

  private static boolean isFeed(byte[] bytes, int at, int to) {
    return at < to && bytes[at] == '\n';
  }

  /** Returns the first byte that may end a value or is rare in one; {@code to} for none. */
  private static int valueEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != ';' && (bytes[at] >= ' ' || bytes[at] < 0)) {
      at++;
    }
    return at;
  }

  /**
   * Whether this new value needs no further parsing: nothing to trim or unquote, and the key does
   * not decide the kind of the record.
   */
  private static boolean mayDiffer(@Nullable PlacementKey key, byte[] bytes, int from, int end) {
    if (from >= end || bytes[from] == '"' || bytes[from] == ' ' || bytes[end - 1] == ' ') {
      return false;
    }
    if (key == null) {
      return true;
    }
    return switch (key) {
      case ACTION, STEP, TAG, STATUS -> false;
      // A success without an address is contradictory.
      case ADDR ->
          key.wrong(bytes, from, end) == null && Numbers.parse(bytes, from, end).orElse(-1) >= 0;
      default -> key.wrong(bytes, from, end) == null;
    };
  }
}
