package io.tidemark.analysis.plan;

import io.tidemark.analysis.state.StateFormat;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
    return prefix(number) + String.format(Locale.ROOT, "%06d", page);
  }

  /** Whether a stored part is a page of a plan. */
  public static boolean isPage(String key) {
    return !key.isEmpty() && key.charAt(0) >= '0' && key.charAt(0) <= '9';
  }

  /** Key prefix of a plan's pages. */
  public static String prefix(int number) {
    return String.format(Locale.ROOT, "%08d\0", number);
  }

  /**
   * Numbers of stored plans that are not held, since they ended and were published.
   *
   * @param stored passes the stored pages
   */
  public static Set<Integer> published(Plans plans, Consumer<BiConsumer<String, byte[]>> stored) {
    Set<Integer> numbers = new TreeSet<>();
    stored.accept((key, bytes) -> numbers.add(Integer.parseInt(key.split("\0", 2)[0])));
    numbers.removeIf(plans::holds);
    return numbers;
  }

  /**
   * Passes all pages of a stored plan as they were published.
   *
   * @param stored passes its stored pages, sorted by key
   */
  public static void publish(
      int number, Consumer<BiConsumer<String, byte[]>> stored, Plans.Pages pages) {
    Plans one = Plans.only(number);
    stored.accept((key, bytes) -> restore(one, key, bytes));
    one.publish(false, pages);
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
