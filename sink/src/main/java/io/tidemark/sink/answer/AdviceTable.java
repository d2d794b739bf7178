package io.tidemark.sink.answer;

import io.tidemark.model.TextResource;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The sentences of {@code advice.txt}. */
final class AdviceTable {

  private static final List<Row> ROWS =
      TextResource.lines(AdviceTable.class, "advice.txt")
          .filter(line -> !line.isBlank())
          .map(Row::of)
          .toList();

  private AdviceTable() {}

  private record Row(String kind, String key, String advice) {

    static Row of(String line) {
      String[] cells = line.split(" \\| ", 3);
      return new Row(cells[0], cells[1], cells[2]);
    }
  }

  /** The first sentence of a kind whose key agrees; {@code null} for none. */
  static @Nullable String first(String kind, Predicate<String> key) {
    return ROWS.stream()
        .filter(row -> row.kind.equals(kind) && key.test(row.key))
        .map(Row::advice)
        .findFirst()
        .orElse(null);
  }

  /** The sentence of a kind and key that there is. */
  static String of(String kind, String key) {
    String advice = first(kind, key::equals);
    if (advice == null) {
      throw new IllegalArgumentException(kind + " " + key);
    }
    return advice;
  }
}
