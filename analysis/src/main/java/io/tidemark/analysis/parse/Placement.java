package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.KeyValueRecord.KeyValue;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a record that places a buffer ({@code lmem_assign}, {@code iteration_result}) must hold. A
 * cut or interleaved one lacks a key or holds half a value, and would place a buffer nowhere.
 */
final class Placement {

  private static final String ACTION = "lmem_assign";
  private static final String TAG = "iteration_result";
  private static final List<String> REQUIRED =
      List.of(
          "status",
          "lmem_type",
          "op_name",
          "addr",
          "size",
          "timestep_start",
          "timestep_end",
          "hold_in_lmem",
          "one_loop",
          "shape_secs");
  private static final int SLICED_DIMENSIONS = 5;

  /** Sums over all buffers of a plan must fit a long. */
  private static final long MAX_BYTES = 1L << 44;

  private Placement() {}

  /**
   * Why a record is none.
   *
   * @param item index of the item at fault; as many as there are items when one is missing
   */
  record Fault(int item, String reason) {}

  /** {@code null} for a good record, and for one that places no buffer. */
  static @Nullable Fault fault(KeyValueRecord record) {
    if (!begins(record.first("action"), ACTION) || !begins(record.value("tag"), TAG)) {
      return null;
    }
    List<KeyValue> items = record.items();
    int seen = 0;
    for (int i = 0; i < items.size(); i++) {
      String key = items.get(i).key();
      int required = REQUIRED.indexOf(key);
      seen |= required < 0 ? 0 : 1 << required;
      String wrong = wrong(key, items.get(i).value());
      if (wrong != null) {
        return new Fault(i, key + wrong);
      }
    }
    int missing = Integer.numberOfTrailingZeros(~seen);
    return missing == REQUIRED.size()
        ? null
        : new Fault(items.size(), REQUIRED.get(missing) + " is missing");
  }

  /** Another thread's text may follow the word: the record is a placement, and broken. */
  private static boolean begins(@Nullable String value, String word) {
    return value != null
        && value.startsWith(word)
        && (value.length() == word.length() || value.charAt(word.length()) == ';');
  }

  /** What is wrong with {@code value}, to follow its key in a sentence, or {@code null}. */
  private static @Nullable String wrong(String key, String value) {
    return switch (key) {
      case "action" -> value.equals(ACTION) ? null : " has other text after it";
      case "tag" -> value.equals(TAG) ? null : " has other text after it";
      case "status" ->
          value.equals("success") || value.equals("failed")
              ? null
              : " is neither success nor failed";
      case "addr" -> wrongNumber(value, -1, MAX_BYTES);
      case "size" -> wrongNumber(value, 0, MAX_BYTES);
      case "timestep_start", "timestep_end" -> wrongNumber(value, 0, Integer.MAX_VALUE - 1);
      case "hold_in_lmem", "one_loop" -> wrongNumber(value, 0, 1);
      case "shape_secs" -> areSlices(value) ? null : " is not five numbers";
      default -> null;
    };
  }

  private static @Nullable String wrongNumber(String value, long least, long most) {
    OptionalLong number = Numbers.parse(value);
    if (number.isEmpty()) {
      return " is no number";
    }
    return number.getAsLong() < least || number.getAsLong() > most ? " is out of range" : null;
  }

  /** {@code n,c,d,h,w}. */
  private static boolean areSlices(String value) {
    int numbers = 0;
    int digits = 0;
    for (int i = 0; i <= value.length(); i++) {
      char c = i == value.length() ? ',' : value.charAt(i);
      if (c == ',' && digits > 0) {
        numbers++;
        digits = 0;
      } else if (c >= '0' && c <= '9') {
        digits++;
      } else {
        return false;
      }
    }
    return numbers == SLICED_DIMENSIONS;
  }
}
