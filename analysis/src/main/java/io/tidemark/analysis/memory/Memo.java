package io.tidemark.analysis.memory;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The results of a function for texts that logs repeat. Bounded: a text takes the place of an
 * earlier one with the same hash. Safe for several threads: a thread that does not see what another
 * one found finds it again.
 *
 * @param <T> the results, which are immutable
 */
public final class Memo<T> {

  /** Limit of characters of a text that is remembered. */
  private static final int MOST_CHARS = 4096;

  private record Known<T>(String text, @Nullable T result) {}

  private final @Nullable Known<T>[] places;
  private final Function<String, @Nullable T> function;

  /**
   * Creates an empty one.
   *
   * @param places limit of texts
   * @param function without side effects
   */
  public Memo(int places, Function<String, @Nullable T> function) {
    this.places = empty(places);
    this.function = function;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <T> @Nullable Known<T>[] empty(int places) {
    return new Known[places];
  }

  /** Returns what the function gives. */
  public @Nullable T of(String text) {
    if (text.length() > MOST_CHARS) {
      return function.apply(text);
    }
    int place = Math.floorMod(text.hashCode(), places.length);
    Known<T> known = places[place];
    if (known == null || !known.text.equals(text)) {
      known = new Known<>(text, function.apply(text));
      places[place] = known;
    }
    return known.result;
  }
}
