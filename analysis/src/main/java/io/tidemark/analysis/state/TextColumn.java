package io.tidemark.analysis.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Texts of several rows, of which many are equal: each different text is stored once.
 *
 * @param words the different texts
 * @param rows number of each row's text, from 1; 0 for none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TextColumn(@JsonProperty("w") List<String> words, @JsonProperty("r") int[] rows) {

  /** Creates a column of {@code size} rows. */
  public static TextColumn of(int size, IntFunction<@Nullable String> text) {
    Map<String, Integer> places = new HashMap<>();
    List<String> words = new ArrayList<>();
    int[] rows = new int[size];
    for (int i = 0; i < size; i++) {
      String word = text.apply(i);
      if (word != null) {
        Integer place = places.get(word);
        if (place == null) {
          words.add(word);
          place = words.size();
          places.put(word, place);
        }
        rows[i] = place;
      }
    }
    return new TextColumn(words, rows);
  }

  /** The text of a row; {@code null} for none. */
  public @Nullable String at(int row) {
    return rows[row] == 0 ? null : words.get(rows[row] - 1);
  }
}
