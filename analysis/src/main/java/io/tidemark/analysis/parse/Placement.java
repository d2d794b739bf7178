package io.tidemark.analysis.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a record that places a buffer ({@code lmem_assign}, {@code iteration_result}) must hold. A
 * cut or interleaved one lacks a key or holds half a figure, and would place a buffer nowhere.
 */
final class Placement {

  private static final List<String> FIGURES =
      List.of("addr", "size", "timestep_start", "timestep_end", "hold_in_lmem", "one_loop");
  private static final int SLICED_DIMENSIONS = 5;

  private Placement() {}

  /** The key that is missing or holds what it must not. */
  record Fault(String key, String reason) {}

  /** {@code null} for a good record, and for one that places no buffer. */
  static @Nullable Fault fault(KeyValueRecord record) {
    if (!"lmem_assign".equals(record.first("action"))
        || !"iteration_result".equals(record.value("tag"))) {
      return null;
    }
    String status = record.value("status");
    if (!"success".equals(status) && !"failed".equals(status)) {
      return fault("status", status, "status is neither success nor failed");
    }
    for (String key : List.of("lmem_type", "op_name")) {
      if (record.value(key) == null) {
        return missing(key);
      }
    }
    for (String key : FIGURES) {
      if (record.asLong(key).isEmpty()) {
        return fault(key, record.value(key), key + " is no number");
      }
    }
    String slices = record.value("shape_secs");
    return slices != null && areSlices(slices)
        ? null
        : fault("shape_secs", slices, "shape_secs is not five numbers");
  }

  private static Fault fault(String key, @Nullable String value, String reason) {
    return value == null ? missing(key) : new Fault(key, reason);
  }

  private static Fault missing(String key) {
    return new Fault(key, key + " is missing");
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
