package io.tidemark.analysis.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.TextColumn;
import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A stored page of intervals as columns with short names, since plans are most of the state of a
 * compiler's log. In a column of figures, {@link #NONE} is unknown.
 *
 * @param emptiedAt offset at which the page lost its intervals; {@code null} if it has some
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PlanPage(
    @JsonProperty("at") Places places,
    @JsonProperty("w") Words words,
    @JsonProperty("li") Lives lives,
    @JsonProperty("s") Sizes sizes,
    @JsonProperty("e") @Nullable Long emptiedAt,
    @JsonProperty(value = "in", isRequired = OptBoolean.FALSE)
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Contents contents) {

  private static final long NONE = -1;
  private static final int WHOLE_LOOP = 1;
  private static final int PLACED = 2;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Places(@JsonProperty("of") long[] offsets, @JsonProperty("t") long[] times) {}

  record Words(
      @JsonProperty("n") List<String> names,
      @JsonProperty("op") TextColumn ops,
      @JsonProperty("c") TextColumn classes) {}

  /** The steps, and {@link #WHOLE_LOOP} and {@link #PLACED}. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Lives(
      @JsonProperty("f") int[] first,
      @JsonProperty("l") int[] last,
      @JsonProperty("is") int[] flags) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sizes(
      @JsonProperty("a") long[] addresses,
      @JsonProperty("b") long[] bytes,
      @JsonProperty("u") long[] unpadded) {}

  /** Contents of the buffers, if the log states any. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Contents(
      @JsonProperty("s") TextColumn shapes,
      @JsonProperty("t") TextColumn dtypes,
      @JsonProperty("l") TextColumn layouts,
      @JsonProperty("e") long[] elements,
      @JsonProperty("a") long[] allocations,
      @JsonProperty("c") TextColumn opcodes,
      @JsonProperty("o") TextColumn opNames) {

    private static Contents of(List<Interval> intervals) {
      return new Contents(
          texts(intervals, of -> of.buffer().contents().shape()),
          texts(intervals, of -> of.buffer().contents().dtype()),
          texts(intervals, of -> of.buffer().contents().layout()),
          numbers(intervals, of -> figure(of.buffer().contents().elements())),
          numbers(intervals, of -> figure(of.buffer().contents().allocation())),
          texts(intervals, of -> of.buffer().contents().opcode()),
          texts(intervals, of -> of.buffer().contents().opName()));
    }

    private BufferContents at(int row) {
      return new BufferContents(
          shapes.at(row),
          dtypes.at(row),
          layouts.at(row),
          known(elements[row]),
          known(allocations[row]),
          opcodes.at(row),
          opNames.at(row));
    }
  }

  static PlanPage of(List<Interval> intervals) {
    boolean any =
        intervals.stream().anyMatch(of -> !of.buffer().contents().equals(BufferContents.UNKNOWN));
    return of(intervals, null, any ? Contents.of(intervals) : null);
  }

  /** A page that lost its intervals at {@code offset}. */
  static PlanPage emptied(long offset) {
    return of(List.of(), offset, null);
  }

  private static PlanPage of(
      List<Interval> intervals, @Nullable Long emptiedAt, @Nullable Contents contents) {
    return new PlanPage(
        new Places(numbers(intervals, Interval::offset), numbers(intervals, Interval::timeMillis)),
        new Words(
            intervals.stream().map(of -> of.buffer().name()).toList(),
            texts(intervals, of -> of.buffer().op()),
            texts(intervals, of -> of.buffer().bufferClass())),
        new Lives(
            intervals.stream().mapToInt(Interval::firstStep).toArray(),
            intervals.stream().mapToInt(Interval::lastStep).toArray(),
            intervals.stream()
                .mapToInt(
                    of -> (of.lifetime().wholeLoop() ? WHOLE_LOOP : 0) + (of.placed() ? PLACED : 0))
                .toArray()),
        new Sizes(
            numbers(intervals, of -> figure(of.extent().address())),
            numbers(intervals, Interval::bytes),
            numbers(intervals, of -> figure(of.extent().unpaddedBytes()))),
        emptiedAt,
        contents);
  }

  private static long[] numbers(List<Interval> intervals, ToLongFunction<Interval> of) {
    return intervals.stream().mapToLong(of).toArray();
  }

  private static TextColumn texts(
      List<Interval> intervals, Function<Interval, @Nullable String> of) {
    return TextColumn.of(intervals.size(), row -> of.apply(intervals.get(row)));
  }

  private static long figure(@Nullable Long figure) {
    return figure == null ? NONE : figure;
  }

  private static @Nullable Long known(long figure) {
    return figure == NONE ? null : figure;
  }

  List<Interval> intervals(PlanHead head) {
    List<Interval> intervals = new ArrayList<>(words.names().size());
    for (int row = 0; row < words.names().size(); row++) {
      intervals.add(interval(row, head));
    }
    return intervals;
  }

  private Interval interval(int row, PlanHead head) {
    BufferContents is = contents == null ? BufferContents.UNKNOWN : contents.at(row);
    return new Interval(
        new LogPosition(places.offsets()[row], places.times()[row]),
        head.name,
        head.memory,
        new PlannedBuffer(
            words.names().get(row), words.ops().at(row), word(words.classes(), row), is),
        new Lifetime(lives.first()[row], lives.last()[row], (lives.flags()[row] & WHOLE_LOOP) > 0),
        new Extent(known(sizes.addresses()[row]), sizes.bytes()[row], known(sizes.unpadded()[row])),
        (lives.flags()[row] & PLACED) > 0);
  }

  private static String word(TextColumn column, int row) {
    String word = column.at(row);
    if (word == null) {
      throw new IllegalStateException("buffer %d without a text".formatted(row));
    }
    return word;
  }
}
