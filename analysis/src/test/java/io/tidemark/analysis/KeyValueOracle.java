package io.tidemark.analysis;

import io.tidemark.analysis.system.tpumlir.KeyValueRecord.KeyValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Regular expressions from the format's description, for TPU-MLIR's debug records. */
final class KeyValueOracle {

  static final Pattern IS_RECORD = Pattern.compile("; action = |^\\s*; [\\w/.()\\-]+ =[ ]");

  static final Pattern ITER_RESULT =
      Pattern.compile("; action = lmem_assign;.*; tag = iteration_result;");

  private static final Pattern REMARK_START = Pattern.compile("; remark = \"");
  private static final Pattern REMARK_END = Pattern.compile("\"(?=\\s*$|; [\\w/.()\\-]+ = )");
  private static final Pattern KV_SPLIT = Pattern.compile("; (?=[\\w/.()\\-]+ = )");

  private static final Pattern GLUED =
      Pattern.compile("; action = lmem_assign\\b.*(; action = lmem_assign\\b)");

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

  private KeyValueOracle() {}

  /** Returns the items of a record; {@code null} if the line is no record or a broken one. */
  static @Nullable List<KeyValue> keyValue(String line) {
    if (!IS_RECORD.matcher(line).find() || GLUED.matcher(line).find()) {
      return null;
    }
    String rest = line;
    String remark = null;
    Matcher start = REMARK_START.matcher(line);
    if (start.find()) {
      Matcher end = REMARK_END.matcher(line);
      if (!end.find(start.end())) {
        return null;
      }
      remark = line.substring(start.end(), end.start());
      rest = line.substring(0, start.end() - 1) + " " + line.substring(end.end());
    }
    List<KeyValue> items = new ArrayList<>();
    String[] pieces = KV_SPLIT.split(rest, -1);
    for (String piece : List.of(pieces).subList(1, pieces.length)) {
      int equals = piece.indexOf(" = ");
      String key = piece.substring(0, equals);
      boolean isRemark = remark != null && key.equals("remark") && piece.substring(9).isBlank();
      items.add(new KeyValue(key, isRemark ? remark : piece.substring(equals + 3).strip()));
    }
    return ITER_RESULT.matcher(line).find() && !isWhole(items) ? null : List.copyOf(items);
  }

  private static boolean isWhole(List<KeyValue> items) {
    Map<String, String> values = new HashMap<>();
    items.forEach(item -> values.put(item.key(), item.value()));
    Map<String, String> shapes =
        Map.of(
            "addr", "0x[0-9a-f]{8}|-1",
            "size", "\\d+",
            "timestep_start", "\\d+",
            "timestep_end", "\\d+",
            "hold_in_lmem", "[01]",
            "one_loop", "[01]",
            "shape_secs", "\\d+,\\d+,\\d+,\\d+,\\d+");
    return REQUIRED.stream()
        .allMatch(
            key -> {
              String value = values.get(key);
              return value != null && value.matches(shapes.getOrDefault(key, ".*"));
            });
  }
}
