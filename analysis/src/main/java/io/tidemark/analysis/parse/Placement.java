package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.KeyValueRecord.KeyValue;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a record that places a buffer must hold. A cut or interleaved one lacks a key or holds half
 * a value, and would place a buffer nowhere.
 */
final class Placement {

  /**
   * A record that places, known by its first {@code action} and the word under another key.
   *
   * @param key empty when all records of the action place
   */
  private record Kind(String action, String key, String word, List<String> required) {}

  private static final List<Kind> KINDS =
      List.of(
          // Local memory, since May 2025.
          new Kind(
              "lmem_assign",
              "tag",
              "iteration_result",
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
                  "shape_secs")),
          // The same, early in 2025.
          new Kind(
              "assignLmemAddr",
              "step",
              "allocated_memory",
              List.of("op_type", "op_name", "addr", "size", "timestep_start", "timestep_end")),
          // The same, in 2024.
          new Kind(
              "assign_lmem", "step", "set_lmem_addr", List.of("tgt_position", "buffer_end", "op")),
          // Global memory, whichever method allocates it.
          new Kind(
              "assignGaddr",
              "",
              "",
              List.of("step", "start_addr", "end_addr", "live_start", "live_end", "loc")));

  private static final int SLICED_DIMENSIONS = 5;

  /** Sums over all buffers of a plan must fit a long. */
  private static final long MAX_BYTES = 1L << 44;

  /** Global addresses of a chip with tagged regions have a tag from bit 40 up. */
  private static final long MAX_ADDRESS = 1L << 48;

  /** All bits of an unsigned int: a tensor that is never freed. */
  private static final long MAX_POSITION = (1L << 32) - 1;

  private Placement() {}

  /**
   * Why a record is none.
   *
   * @param item index of the item at fault; as many as there are items when one is missing
   */
  record Fault(int item, String reason) {}

  /** {@code null} for a good record, and for one that places no buffer. */
  static @Nullable Fault fault(KeyValueRecord record) {
    String action = record.first("action");
    for (Kind kind : KINDS) {
      if (begins(action, kind.action)) {
        boolean places = kind.key().isEmpty() || begins(record.value(kind.key), kind.word);
        return places ? fault(record, kind) : null;
      }
    }
    return null;
  }

  private static @Nullable Fault fault(KeyValueRecord record, Kind kind) {
    List<KeyValue> items = record.items();
    int seen = 0;
    for (int i = 0; i < items.size(); i++) {
      String key = items.get(i).key();
      int required = kind.required.indexOf(key);
      seen |= required < 0 ? 0 : 1 << required;
      String wrong = wrong(kind, key, items.get(i).value());
      if (wrong != null) {
        return new Fault(i, key + wrong);
      }
    }
    int missing = Integer.numberOfTrailingZeros(~seen);
    return missing == kind.required.size()
        ? null
        : new Fault(items.size(), kind.required.get(missing) + " is missing");
  }

  /** Another thread's text may follow the word: the record is a placement, and broken. */
  private static boolean begins(@Nullable String value, String word) {
    return value != null
        && value.startsWith(word)
        && (value.length() == word.length() || value.charAt(word.length()) == ';');
  }

  /** What is wrong with {@code value}, to follow its key in a sentence, or {@code null}. */
  private static @Nullable String wrong(Kind kind, String key, String value) {
    if (key.equals("action") || key.equals(kind.key)) {
      String word = key.equals("action") ? kind.action : kind.word;
      return value.equals(word) ? null : " has other text after it";
    }
    return switch (key) {
      case "status" ->
          value.equals("success") || value.equals("failed")
              ? null
              : " is neither success nor failed";
      case "addr" -> wrongNumber(value, -1, MAX_BYTES);
      case "size", "tensor_size", "tgt_position", "buffer_end" -> wrongNumber(value, 0, MAX_BYTES);
      case "start_addr", "end_addr" -> wrongNumber(value, 0, MAX_ADDRESS);
      case "timestep_start", "timestep_end" -> wrongNumber(value, 0, Integer.MAX_VALUE - 1);
      case "live_start", "live_end" -> wrongNumber(value, 0, MAX_POSITION);
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
