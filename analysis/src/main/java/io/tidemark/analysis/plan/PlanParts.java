package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.StateFormat;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The stored pages of plans with keys {@code number\0page}, which sort like the numbers. */
public final class PlanParts {

  private PlanParts() {}

  /** Passes the pages that changed since the last call. */
  public static void store(Plans plans, BiConsumer<String, byte[]> part) {
    plans.store((number, page, bytes) -> part.accept(key(number, page), bytes));
  }

  private static String key(int number, int page) {
    return String.format(Locale.ROOT, "%08d\0%06d", number, page);
  }

  /** Whether a stored part is a page of a plan. */
  public static boolean isPage(String key) {
    return !key.isEmpty() && key.charAt(0) >= '0' && key.charAt(0) <= '9';
  }

  /** Restores a page. */
  public static void restore(Plans plans, String key, byte[] bytes) {
    String[] parts = key.split("\0", 2);
    plans.restore(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), bytes);
  }

  /**
   * Last page of every plan that is or was published, by plan name.
   *
   * @param stored passes the stored pages, sorted by key
   */
  public static Map<String, Integer> lastPages(Consumer<BiConsumer<String, byte[]>> stored) {
    Map<String, String> names = new HashMap<>();
    Map<String, Integer> pages = new TreeMap<>();
    stored.accept(
        (key, bytes) -> {
          if (isPage(key)) {
            String[] parts = key.split("\0", 2);
            int page = Integer.parseInt(parts[1]);
            if (page == 0) {
              names.put(parts[0], StateFormat.read(bytes, PlanHead.class).name);
            }
            String name = names.getOrDefault(parts[0], "");
            if (!name.isEmpty()) {
              pages.merge(name, page, Math::max);
            }
          }
        });
    return pages;
  }
}
