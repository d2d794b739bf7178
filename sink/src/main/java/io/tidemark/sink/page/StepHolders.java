package io.tidemark.sink.page;

import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.Op;
import io.tidemark.sink.answer.Fills;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The ops of a model that make a plan's buffers, step by step. */
final class StepHolders {

  private static final int MOST_COLUMNS = 256;

  private static final int MOST_NAMED = 10;

  private static final Pattern NUMBER = Pattern.compile("(?<=[_.])[0-9]+");

  private StepHolders() {}

  /**
   * The ops of a model that make a plan's buffers, step by step; of many steps, at the highest of
   * each {@link #MOST_COLUMNS}th part. {@code null} if the log names no such op.
   */
  static @Nullable Holders of(List<Long> used, List<Interval> intervals) {
    if (used.size() < 2 || intervals.stream().noneMatch(one -> maker(one) != null)) {
      return null;
    }
    List<Integer> steps = new ArrayList<>();
    int width = (used.size() + MOST_COLUMNS - 1) / MOST_COLUMNS;
    for (int from = 0; from < used.size(); from += width) {
      steps.add(
          IntStream.range(from, Math.min(from + width, used.size()))
              .boxed()
              .max(Comparator.comparing(used::get))
              .orElseThrow());
    }
    List<Interval> placed = intervals.stream().filter(Interval::placed).toList();
    Map<String, Long> sizes = new HashMap<>();
    for (Interval one : placed) {
      long live = steps.stream().filter(one.lifetime()::at).count();
      sizes.merge(nameOf(one), live * one.bytes(), Long::sum);
    }
    List<String> named =
        sizes.keySet().stream()
            .sorted(
                Comparator.comparing((String name) -> -sizes.getOrDefault(name, 0L))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(MOST_NAMED)
            .toList();
    Map<String, long[]> rows = new LinkedHashMap<>();
    named.forEach(name -> rows.put(name, new long[steps.size()]));
    for (Interval one : placed) {
      String name = nameOf(one);
      long[] row =
          rows.computeIfAbsent(
              named.contains(name) ? name : Op.OTHER, any -> new long[steps.size()]);
      for (int i = 0; i < row.length; i++) {
        row[i] += one.lifetime().at(steps.get(i)) ? one.bytes() : 0;
      }
    }
    List<Long> most = steps.stream().map(used::get).toList();
    rows.put(Op.UNKNOWN, fitted(rows.values(), most));
    List<String> names =
        steps.stream().map(step -> String.format(Locale.ROOT, "%,d", step)).toList();
    return new Holders("step", used.size(), names, most, Holders.bands(rows));
  }

  /** Reduces what buffers that share addresses count twice; returns what no buffer holds. */
  private static long[] fitted(Collection<long[]> rows, List<Long> used) {
    long[] rest = new long[used.size()];
    for (int i = 0; i < rest.length; i++) {
      int at = i;
      long held = rows.stream().mapToLong(row -> row[at]).sum();
      if (held > used.get(i)) {
        double share = (double) used.get(i) / held;
        rows.forEach(row -> row[at] = Math.round(row[at] * share));
      } else {
        rest[i] = used.get(i) - held;
      }
    }
    return rest;
  }

  private static @Nullable String maker(Interval one) {
    return one.buffer().bufferClass().equals("temporary") ? one.buffer().contents().opName() : null;
  }

  /** The op that makes a temporary buffer, the same for all layers; else the class. */
  private static String nameOf(Interval one) {
    String op = maker(one);
    return op == null
        ? one.buffer().bufferClass()
        : NUMBER.matcher(Fills.JaxNames.shortOf(op)).replaceAll("*");
  }
}
