package io.tidemark.sink.board;

import io.tidemark.model.log.Reject;
import io.tidemark.sink.board.BoardSnapshot.RejectKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Counts each rejected line once by its kind, and keeps the newest ones of the sources that had the
 * latest. Rejects of a source arrive in the order of its lines, and after a kill some are written
 * again.
 */
final class Rejects {

  /** There are about eighty combinations of format and reason; further ones share one kind. */
  private static final int MOST_KINDS = 200;

  /**
   * Most sources and generations; the oldest ones are dropped, since no reject of theirs is
   * repeated.
   */
  private static final int MOST_REMEMBERED = 4096;

  private static final int MOST_SOURCES = 50;
  private static final int MOST_OF_A_SOURCE = 100;

  private record Generation(String source, String id) {}

  /** The newest line with a reject, and all of its rejects. */
  private static final class NewestLine {
    private long offset = -1;
    private final Set<Reject> rejects = new HashSet<>();

    boolean add(Reject reject) {
      if (reject.offset() > offset) {
        offset = reject.offset();
        rejects.clear();
      }
      return reject.offset() == offset && rejects.add(reject);
    }
  }

  private final Map<Generation, NewestLine> counted = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<RejectKind, Long> sums = new HashMap<>();
  private final Map<String, List<Reject>> newest = new LinkedHashMap<>(16, 0.75f, true);

  void add(String source, Reject reject) {
    boolean fresh =
        counted
            .computeIfAbsent(new Generation(source, reject.generation()), any -> new NewestLine())
            .add(reject);
    bound(counted, MOST_REMEMBERED);
    if (!fresh) {
      return;
    }
    RejectKind kind = new RejectKind(reject.format(), reject.reason());
    boolean known = sums.containsKey(kind) || sums.size() < MOST_KINDS;
    sums.merge(known ? kind : RejectKind.OTHER, 1L, Long::sum);
    newest.merge(
        source,
        List.of(reject),
        (before, one) ->
            Stream.concat(one.stream(), before.stream()).limit(MOST_OF_A_SOURCE).toList());
    bound(newest, MOST_SOURCES);
  }

  private static void bound(Map<?, ?> leastRecentFirst, int most) {
    if (leastRecentFirst.size() > most) {
      leastRecentFirst.remove(leastRecentFirst.keySet().iterator().next());
    }
  }

  Map<RejectKind, Long> sums() {
    return sums;
  }

  /** The rejects of each source, the newest line first. */
  Map<String, List<Reject>> newest() {
    return newest;
  }
}
