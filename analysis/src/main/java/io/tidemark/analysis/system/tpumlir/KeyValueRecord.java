package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A TPU-MLIR debug record: {@code ; key = value} items in order. A key may occur twice: the first
 * {@code action} is the debug type, the last its payload.
 *
 * <p>The record keeps the line and the positions of its items. Values are decoded on request, since
 * most are never needed.
 */
public final class KeyValueRecord implements Fact {

  /** Number of bounds per item: start and end of its key, then of its value. */
  static final int BOUNDS = 4;

  private final byte[] line;
  private final int[] bounds;

  /** The key of each item; {@code null} for an irrelevant one. */
  private final @Nullable PlacementKey[] keys;

  /** By key: its last item, counted from 1; 0 for none. */
  private final int[] last = new int[PlacementKey.COUNT];

  /**
   * Creates a record that takes ownership of the arrays.
   *
   * @param bounds {@link #BOUNDS} positions in {@code line} for each item
   */
  KeyValueRecord(byte[] line, int[] bounds, int items) {
    this.line = line;
    this.bounds = bounds;
    this.keys = new PlacementKey[items];
    for (int item = 0; item < items; item++) {
      PlacementKey key = PlacementKey.of(line, keyFrom(item), keyTo(item));
      keys[item] = key;
      if (key != null) {
        last[key.index()] = item + 1;
      }
    }
  }

  /** One item, trimmed; a remark without its quotes. */
  public record KeyValue(String key, String value) {}

  @Override
  public String format() {
    return TpuMlir.RECORDS;
  }

  @Override
  public boolean needsWholeLine() {
    return true;
  }

  /** All items, decoded. */
  public List<KeyValue> items() {
    List<KeyValue> items = new ArrayList<>(size());
    for (int i = 0; i < size(); i++) {
      items.add(new KeyValue(Bytes.text(line, keyFrom(i), keyTo(i)), text(i)));
    }
    return List.copyOf(items);
  }

  /** Returns the last value of {@code key}, or {@code null}. */
  public @Nullable String value(String key) {
    return textOrNull(last(key));
  }

  @Nullable String value(PlacementKey key) {
    return textOrNull(last(key));
  }

  @Nullable String first(PlacementKey key) {
    return textOrNull(firstOf(key));
  }

  private @Nullable String textOrNull(int item) {
    return item < 0 ? null : text(item);
  }

  /**
   * Returns the last value of {@code key} as an integer, if it is one. It may be decimal, or
   * hexadecimal after {@code 0x} with all 64 bits, so that sixteen {@code f} are −1. A trailing
   * {@code %} is dropped.
   */
  public OptionalLong asLong(String key) {
    return number(last(key));
  }

  OptionalLong asLong(PlacementKey key) {
    return number(last(key));
  }

  private OptionalLong number(int item) {
    return item < 0 ? OptionalLong.empty() : Numbers.parse(line, valueFrom(item), valueTo(item));
  }

  int size() {
    return keys.length;
  }

  /** The key of an item; {@code null} for an irrelevant one. */
  @Nullable PlacementKey key(int item) {
    return keys[item];
  }

  /** The last item with {@code key}, or −1. */
  int last(PlacementKey key) {
    return last[key.index()] - 1;
  }

  byte[] line() {
    return line;
  }

  int keyFrom(int item) {
    return bounds[item * BOUNDS];
  }

  int keyTo(int item) {
    return bounds[item * BOUNDS + 1];
  }

  int valueFrom(int item) {
    return bounds[item * BOUNDS + 2];
  }

  int valueTo(int item) {
    return bounds[item * BOUNDS + 3];
  }

  /** Returns the first item with {@code key}, or −1. */
  int firstOf(PlacementKey key) {
    int item = 0;
    while (item < size() && keys[item] != key) {
      item++;
    }
    return item == size() ? -1 : item;
  }

  /** Returns the last item with {@code key}, or −1. */
  private int last(String key) {
    int item = size() - 1;
    while (item >= 0 && !isUnder(item, key)) {
      item--;
    }
    return item;
  }

  private boolean isUnder(int item, String key) {
    int from = keyFrom(item);
    if (keyTo(item) - from != key.length()) {
      return false;
    }
    for (int i = 0; i < key.length(); i++) {
      if (line[from + i] != key.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private String text(int item) {
    return Bytes.text(line, valueFrom(item), valueTo(item));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyValueRecord record && items().equals(record.items());
  }

  @Override
  public int hashCode() {
    return items().hashCode();
  }

  @Override
  public String toString() {
    return "KeyValueRecord" + items();
  }
}
