package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.TextColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A stored page of {@link Buckets} as columns with short names, since pages are most of the state.
 *
 * @param at places of the buckets within the page
 * @param more maximum above the minimum
 * @param snapshots of the highs; {@link #NONE} for a bucket without details
 */
// Never compared; NullAway does not see the annotation of an array beside another one.
@SuppressWarnings({"ArrayRecordComponent", "NullAway"})
record BucketPage(
    @JsonProperty("i") int[] at,
    @JsonProperty("l") long[] least,
    @JsonProperty("m") long[] more,
    @JsonProperty("s") long[] snapshots,
    @JsonProperty("o") TextColumn ops,
    @JsonProperty("k") Figures figures) {

  private static final long NONE = -1;

  /**
   * Figures of the highs, {@link #NONE} where unknown; a column is {@code null} if none is known.
   *
   * @param free largest free bytes
   */
  @SuppressWarnings({"ArrayRecordComponent", "NullAway"})
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Figures(
      @JsonProperty(value = "f", isRequired = OptBoolean.FALSE) long @Nullable [] free,
      @JsonProperty(value = "n", isRequired = OptBoolean.FALSE) long @Nullable [] submissions,
      @JsonProperty(value = "h", isRequired = OptBoolean.FALSE) @Nullable Holders held) {

    boolean isOf(int size) {
      return BucketPage.isOf(free, size)
          && BucketPage.isOf(submissions, size)
          && (held == null || held.counts.length == size);
    }
  }

  /**
   * Holders of all highs, one after the other.
   *
   * @param counts holders of each high; {@link #NONE} where unknown
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Holders(
      @JsonProperty("c") int[] counts,
      @JsonProperty("o") TextColumn names,
      @JsonProperty("b") long[] bytes) {

    Holders {
      int all = Arrays.stream(counts).map(count -> Math.max(0, count)).sum();
      if (names.rows().length != all || bytes.length != all) {
        throw new IllegalStateException("holders of %d, %d".formatted(all, bytes.length));
      }
    }

    static @Nullable Holders of(List<@Nullable LargestHolders> highs) {
      List<LargestHolders> known = highs.stream().filter(Objects::nonNull).toList();
      List<String> names = known.stream().flatMap(held -> held.names().stream()).toList();
      return known.isEmpty()
          ? null
          : new Holders(
              highs.stream()
                  .mapToInt(held -> held == null ? (int) NONE : held.names().size())
                  .toArray(),
              TextColumn.of(names.size(), names::get),
              known.stream()
                  .flatMap(held -> held.bytes().stream())
                  .mapToLong(Long::longValue)
                  .toArray());
    }

    @Nullable LargestHolders at(int row) {
      int from = Arrays.stream(counts, 0, row).map(count -> Math.max(0, count)).sum();
      return counts[row] < 0
          ? null
          : new LargestHolders(
              IntStream.range(from, from + counts[row])
                  .mapToObj(i -> Objects.requireNonNull(names.at(i)))
                  .toList(),
              Arrays.stream(bytes, from, from + counts[row]).boxed().toList());
    }
  }

  /** Receives a bucket. */
  interface Each {
    void put(int at, long least, long most, @Nullable High high);
  }

  BucketPage {
    int size = at.length;
    boolean whole = least.length == size && more.length == size && snapshots.length == size;
    if (size > Buckets.PAGE || !whole || !figures.isOf(size) || ops.rows().length != size) {
      throw new IllegalStateException("page of %d buckets".formatted(size));
    }
  }

  private static boolean isOf(long @Nullable [] column, int size) {
    return column == null || column.length == size;
  }

  /**
   * Takes the buckets at these indices.
   *
   * @param at indices within one page
   */
  static BucketPage of(int[] at, long[] least, long[] most, @Nullable High[] highs) {
    return new BucketPage(
        Arrays.stream(at).map(i -> i % Buckets.PAGE).toArray(),
        Arrays.stream(at).mapToLong(i -> least[i]).toArray(),
        Arrays.stream(at).mapToLong(i -> most[i] - least[i]).toArray(),
        column(at, highs, High::snapshot),
        TextColumn.of(
            at.length,
            row -> {
              High high = highs[at[row]];
              return high == null ? null : high.op();
            }),
        new Figures(
            known(column(at, highs, high -> figure(high.largestFreeBytes()))),
            known(column(at, highs, high -> high.submission() == 0 ? NONE : high.submission())),
            Holders.of(
                Arrays.stream(at)
                    .mapToObj(i -> highs[i])
                    .map(high -> high == null ? null : high.held())
                    .toList())));
  }

  private static long[] column(int[] at, @Nullable High[] highs, ToLongFunction<High> figure) {
    long[] column = new long[at.length];
    for (int row = 0; row < at.length; row++) {
      High high = highs[at[row]];
      column[row] = high == null ? NONE : figure.applyAsLong(high);
    }
    return column;
  }

  private static long figure(@Nullable Long figure) {
    return figure == null ? NONE : figure;
  }

  private static long @Nullable [] known(long[] column) {
    return Arrays.stream(column).allMatch(figure -> figure == NONE) ? null : column;
  }

  static BucketPage read(byte[] bytes) {
    return StateFormat.read(bytes, BucketPage.class);
  }

  byte[] toBytes() {
    return StateFormat.write(this);
  }

  /** Passes the buckets with their places within the page. */
  void each(Each each) {
    for (int row = 0; row < at.length; row++) {
      each.put(at[row], least[row], least[row] + more[row], high(row));
    }
  }

  private @Nullable High high(int row) {
    return snapshots[row] == NONE
        ? null
        : new High(
            snapshots[row],
            ops.at(row),
            at(figures.free(), row),
            submission(row),
            figures.held() == null ? null : figures.held().at(row));
  }

  private int submission(int row) {
    Long known = at(figures.submissions(), row);
    return known == null ? 0 : known.intValue();
  }

  private static @Nullable Long at(long @Nullable [] column, int row) {
    return column == null || column[row] == NONE ? null : column[row];
  }
}
