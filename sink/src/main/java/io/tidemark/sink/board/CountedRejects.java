package io.tidemark.sink.board;

import io.tidemark.model.log.Reject;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Recognises rejects that were counted before. Rejects of a source arrive in the order of its
 * lines, and after a kill some are written again.
 */
final class CountedRejects {

  /**
   * Most sources and generations; the oldest ones are dropped, since no reject of theirs is
   * repeated.
   */
  private static final int MOST_REMEMBERED = 4096;

  private record Key(String source, String generation) {}

  /** The newest line with a reject, and all of its rejects. */
  private static final class Newest {
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

  private final Map<Key, Newest> newest = new LinkedHashMap<>(16, 0.75f, true);

  /** Whether this reject comes for the first time. */
  boolean add(String source, Reject reject) {
    boolean fresh =
        newest
            .computeIfAbsent(new Key(source, reject.generation()), any -> new Newest())
            .add(reject);
    if (newest.size() > MOST_REMEMBERED) {
      newest.remove(newest.keySet().iterator().next());
    }
    return fresh;
  }
}
