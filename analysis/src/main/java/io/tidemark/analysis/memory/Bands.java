package io.tidemark.analysis.memory;

import io.tidemark.model.Longs;
import io.tidemark.model.event.Op;
import io.tidemark.model.memory.MemoryTimeline.Band;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The holders of a memory over its highs. At each high, all bands add up to the use. */
final class Bands {

  /** Limit of named holders; all others are one band. */
  private static final int MOST = 10;

  /** With fewer submissions, a slope is that of a warm-up. */
  private static final int LEAST_SUBMISSIONS = 4;

  private final long[] used;
  private final int size;
  private final long[] submissions;
  private final Map<String, long[]> byName = new HashMap<>();

  /** Whether there are enough submissions for a slope. */
  private final boolean submits;

  private Bands(@Nullable High[] highs, long[] used, int size) {
    this.used = used;
    this.size = size;
    this.submissions = new long[size];
    Set<String> kinds = new HashSet<>();
    for (int i = 0; i < size; i++) {
      High high = highs[i];
      LargestHolders held = high == null ? null : high.held();
      submissions[i] = high == null ? 0 : high.submission();
      if (held != null) {
        kinds.addAll(held.names());
      }
    }
    submits =
        Arrays.stream(submissions).filter(of -> of > 1).distinct().limit(LEAST_SUBMISSIONS).count()
            == LEAST_SUBMISSIONS;
    Map<String, long[]> rows = new HashMap<>();
    for (int i = 0; i < size; i++) {
      High high = highs[i];
      LargestHolders held = high == null ? null : high.held();
      for (int j = 0; held != null && j < held.names().size(); j++) {
        String name = held.names().get(j);
        long[] row = rows.get(name);
        if (row == null) {
          String kind = HolderName.kind(name);
          row = row(kinds.contains(kind) ? kind : name);
          rows.put(name, row);
        }
        row[i] += held.bytes().get(j);
      }
    }
  }

  /**
   * Returns the bands, the largest first; {@code null} if no high names its holders.
   *
   * @param used at each high
   * @param firstBytes use at the first snapshot of the memory
   */
  static @Nullable List<Band> of(@Nullable High[] highs, long[] used, int size, long firstBytes) {
    Bands bands = new Bands(highs, used, size);
    if (bands.byName.isEmpty()) {
      return null;
    }
    bands.fold();
    bands.rest(firstBytes);
    return bands.sorted().stream().map(bands::band).toList();
  }

  private long[] row(String name) {
    return byName.computeIfAbsent(name, any -> new long[size]);
  }

  private List<String> sorted() {
    return byName.entrySet().stream()
        .map(row -> Map.entry(row.getKey(), most(row.getValue())))
        .filter(most -> most.getValue() > 0)
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static long most(long[] row) {
    long most = 0;
    for (long bytes : row) {
      most = Math.max(most, bytes);
    }
    return most;
  }

  /** Joins the smaller holders. */
  private void fold() {
    long[] others = row(Op.OTHER);
    List<String> named = new ArrayList<>(sorted());
    named.remove(Op.OTHER);
    for (String name : named.subList(Math.min(MOST, named.size()), named.size())) {
      long[] row = row(name);
      byName.remove(name);
      Arrays.setAll(others, i -> others[i] + row[i]);
    }
  }

  /**
   * Adds the bytes of no holder. Where the holders exceed the use, each is reduced in proportion.
   */
  private void rest(long firstBytes) {
    long[] before = new long[size];
    long[] unknown = new long[size];
    for (int i = 0; i < size; i++) {
      long known = known(i);
      if (known > used[i]) {
        reduce(i, (double) used[i] / known);
        known = used[i];
      }
      before[i] = Math.min(firstBytes, used[i] - known);
      unknown[i] = used[i] - known - before[i];
    }
    byName.put(Op.BEFORE, before);
    byName.put(Op.UNKNOWN, unknown);
  }

  // Loops, for speed: they run for each closed bucket of each memory.
  private long known(int at) {
    long known = 0;
    for (long[] row : byName.values()) {
      known += row[at];
    }
    return known;
  }

  /** Reduces the holders of a high; what is lost by rounding is the largest one's. */
  private void reduce(int at, double share) {
    byName.values().forEach(row -> row[at] = (long) (row[at] * share));
    long lost = used[at] - known(at);
    byName.entrySet().stream()
        .max(
            Comparator.comparingLong((Map.Entry<String, long[]> row) -> row.getValue()[at])
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .ifPresent(row -> row.getValue()[at] += lost);
  }

  private Band band(String printed) {
    HolderName name = HolderName.parse(printed);
    long[] row = row(printed);
    boolean whole = name.op().isEmpty();
    return new Band(
        whole ? name.module() : name.op(),
        whole || name.module().equals(ModuleName.NONE) ? null : name.module(),
        name.line(),
        submits ? slope(row) : null,
        Longs.of(row, size));
  }

  /** Slope of the line of least squares. The first submission is left out, since it warms up. */
  private long slope(long[] row) {
    double n = 0;
    double sumX = 0;
    double sumY = 0;
    double sumXx = 0;
    double sumXy = 0;
    for (int i = 0; i < size; i++) {
      if (submissions[i] > 1) {
        double x = submissions[i];
        n++;
        sumX += x;
        sumY += row[i];
        sumXx += x * x;
        sumXy += x * row[i];
      }
    }
    return Math.round((n * sumXy - sumX * sumY) / (n * sumXx - sumX * sumX));
  }
}
