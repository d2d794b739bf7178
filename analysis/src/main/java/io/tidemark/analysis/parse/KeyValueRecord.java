package io.tidemark.analysis.parse;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A TPU-MLIR debug record: {@code ; key = value} items in their order. A key may occur twice: the
 * first {@code action} is the debug type, the last its payload.
 */
public record KeyValueRecord(List<KeyValue> items) implements Fact {

  public KeyValueRecord {
    items = List.copyOf(items);
  }

  /** One item, white space around it trimmed; a remark without its quotes. */
  public record KeyValue(String key, String value) {}

  @Override
  public String format() {
    return Formats.TPU_MLIR;
  }

  /** The last value under {@code key}, or {@code null}. */
  public @Nullable String value(String key) {
    for (int i = items.size() - 1; i >= 0; i--) {
      if (items.get(i).key().equals(key)) {
        return items.get(i).value();
      }
    }
    return null;
  }

  /** The first value under {@code key}, or {@code null}. */
  public @Nullable String first(String key) {
    for (KeyValue item : items) {
      if (item.key().equals(key)) {
        return item.value();
      }
    }
    return null;
  }

  /**
   * The last value under {@code key} as a number, when it is a whole one: decimal, hexadecimal
   * after {@code 0x} (all 64 bits, so that sixteen {@code f} are −1), a {@code %} after it dropped.
   */
  public OptionalLong asLong(String key) {
    String value = value(key);
    return value == null ? OptionalLong.empty() : Numbers.parse(value);
  }
}
