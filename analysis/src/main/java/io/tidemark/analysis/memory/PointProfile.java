package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.Stored;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/**
 * The highest use of one memory at each program point. A point is a program, the number of the
 * submission among those of the program, and the number of the snapshot within the submission.
 * Above {@link #MOST_POINTS}, neighbouring points are merged.
 */
@Stored
final class PointProfile {

  static final int MOST_POINTS = 256;
  static final int PAGE = 32;
  private static final int PAGES = MOST_POINTS / PAGE;
  private static final int ROOM = 16;

  private final SubmittedPrograms programs = new SubmittedPrograms();
  private PointGrid grid = PointGrid.FINEST;
  private transient int[] owners = new int[ROOM];
  private transient long[] keys = new long[ROOM];
  private transient long[] most = new long[ROOM];
  private int size;

  /** Index of the newest point of each program. */
  private final transient int[] newest = new int[SubmittedPrograms.MOST];

  private final transient BitSet unstored = new BitSet(PAGES);

  /** A stored page of points. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Page(
      @JsonProperty("of") int[] owners,
      @JsonProperty("key") long[] keys,
      @JsonProperty("most") long[] most) {}

  PointProfile() {
    Arrays.fill(newest, SubmittedPrograms.NONE);
  }

  SubmittedPrograms programs() {
    return programs;
  }

  /** Records the use at the current point of the programs. */
  void record(long usedBytes) {
    int program = programs.current();
    int submission = programs.submission();
    int ordinal = programs.ordinal();
    int at = newest[program];
    if (at == SubmittedPrograms.NONE || keys[at] != grid.key(submission, ordinal)) {
      while (size == MOST_POINTS) {
        coarsen();
      }
      at = point(program, grid.key(submission, ordinal));
    }
    most[at] = Math.max(most[at], usedBytes);
    unstored.set(at / PAGE);
  }

  /** Returns the index of a point: the newest of its program, or a new one. */
  private int point(int program, long key) {
    int known = newest[program];
    if (known != SubmittedPrograms.NONE && keys[known] == key) {
      return known;
    }
    ensureRoom(size + 1);
    owners[size] = program;
    keys[size] = key;
    most[size] = 0;
    newest[program] = size;
    return size++;
  }

  private void ensureRoom(int points) {
    if (points > keys.length) {
      int room = Math.min(MOST_POINTS, Math.max(points, 2 * keys.length));
      owners = Arrays.copyOf(owners, room);
      keys = Arrays.copyOf(keys, room);
      most = Arrays.copyOf(most, room);
    }
  }

  private void coarsen() {
    PointGrid coarser = grid.coarser(keys, size);
    int before = size;
    size = 0;
    Arrays.fill(newest, SubmittedPrograms.NONE);
    for (int i = 0; i < before; i++) {
      // A merged point never moves back, so no unread point is overwritten.
      long highest = most[i];
      int at = point(owners[i], grid.within(coarser, keys[i]));
      most[at] = Math.max(most[at], highest);
    }
    grid = coarser;
    unstored.set(0, PAGES);
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns the points for comparison with the next run. */
  LastPoints ended() {
    List<LastPoints.Points> ended = new ArrayList<>();
    for (int program = 0; program < programs.size(); program++) {
      int own = program;
      // The newest point of a coarse grid may be incomplete.
      int[] at =
          IntStream.range(0, size)
              .filter(i -> owners[i] == own && (grid.isFinest() || newest[own] != i))
              .toArray();
      if (at.length > 0) {
        ended.add(
            new LastPoints.Points(
                programs.hash(program),
                Arrays.stream(at).mapToLong(i -> keys[i]).toArray(),
                Arrays.stream(at).mapToLong(i -> most[i]).toArray()));
      }
    }
    return new LastPoints(grid, List.copyOf(ended));
  }

  /** Passes the pages that changed since the last call. */
  void store(ObjIntConsumer<byte[]> page) {
    for (int number = unstored.nextSetBit(0); number >= 0; ) {
      page.accept(pageBytes(number), number);
      number = unstored.nextSetBit(number + 1);
    }
    unstored.clear();
  }

  private byte[] pageBytes(int number) {
    int from = number * PAGE;
    int to = Math.max(from, Math.min(size, from + PAGE));
    return StateFormat.write(
        new Page(
            Arrays.copyOfRange(owners, from, to),
            Arrays.copyOfRange(keys, from, to),
            Arrays.copyOfRange(most, from, to)));
  }

  /** Restores a page written by {@link #store}. */
  void restore(int number, byte[] bytes) {
    Page page = StateFormat.read(bytes, Page.class);
    int from = number * PAGE;
    int count = page.owners().length;
    if (count > PAGE || page.keys().length != count || page.most().length != count) {
      throw new IllegalStateException("page %d of %d points".formatted(number, count));
    }
    ensureRoom(from + count);
    System.arraycopy(page.owners(), 0, owners, from, count);
    System.arraycopy(page.keys(), 0, keys, from, count);
    System.arraycopy(page.most(), 0, most, from, count);
  }

  /** Called when all pages are restored. */
  void restored() {
    programs.check();
    if (size < 0 || size > keys.length) {
      throw new IllegalStateException("%d points, %d stored".formatted(size, keys.length));
    }
    for (int i = 0; i < size; i++) {
      newest[owners[i]] = i;
    }
  }
}
