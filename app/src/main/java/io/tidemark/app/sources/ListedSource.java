package io.tidemark.app.sources;

import io.tidemark.model.ParkedSource;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A source as {@code tidemark sources} shows it.
 *
 * @param offset first byte that is not analysed yet; of a parked source that of the failing slice;
 *     {@code null} when unknown
 * @param reason why the source is parked; {@code null} when it is not
 */
public record ListedSource(
    String name,
    State state,
    @Nullable String generation,
    @Nullable Long offset,
    @Nullable String reason) {

  /** State of a source. */
  public enum State {
    FOLLOWED,
    ENDED,
    PARKED,
    CATCHING_UP;

    /** The state in lower case, for output. */
    public String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** All sources by name, from their newest run or from their parked record. */
  public static List<ListedSource> of(
      Map<RunId, RunStatus> runs, Map<String, ParkedSource> parked) {
    Map<String, ListedSource> listed = new TreeMap<>();
    new TreeMap<>(runs).forEach((run, status) -> listed.put(run.source(), of(run, status)));
    parked.forEach((name, why) -> listed.put(name, of(name, why)));
    return new ArrayList<>(listed.values());
  }

  private static ListedSource of(RunId run, RunStatus status) {
    State state = status.endMillis() == null ? State.FOLLOWED : State.ENDED;
    return new ListedSource(run.source(), state, status.generation(), status.nextOffset(), null);
  }

  private static ListedSource of(String name, ParkedSource why) {
    ParkedSource.FailingSlice slice = why.slice();
    return new ListedSource(
        name,
        why.parked() ? State.PARKED : State.CATCHING_UP,
        slice == null ? null : slice.generation(),
        slice == null ? null : slice.offset(),
        why.sentence());
  }

  /** One line for a terminal, with control characters escaped. */
  public String line() {
    String where = offset == null ? "" : " at byte %,d".formatted(offset);
    String why = reason == null ? "" : ": " + TerminalText.of(reason);
    return "%-11s %s%s%s".formatted(state.words(), TerminalText.of(name), where, why);
  }
}
