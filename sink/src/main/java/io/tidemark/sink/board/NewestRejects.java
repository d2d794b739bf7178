package io.tidemark.sink.board;

import io.tidemark.model.log.Reject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest rejected lines, for the sources with the latest rejects. */
final class NewestRejects {

  private static final int MOST_SOURCES = 50;
  private static final int MOST_OF_A_SOURCE = 100;

  /** The lines of one source, and the list that was last published of them. */
  private static final class Lines {
    private final Deque<Reject> newestFirst = new ArrayDeque<>();
    private @Nullable List<Reject> published;

    void add(Reject reject) {
      newestFirst.addFirst(reject);
      if (newestFirst.size() > MOST_OF_A_SOURCE) {
        newestFirst.removeLast();
      }
      published = null;
    }

    List<Reject> list() {
      List<Reject> known = published;
      if (known == null) {
        known = List.copyOf(newestFirst);
        published = known;
      }
      return known;
    }
  }

  private final Map<String, Lines> sources = new LinkedHashMap<>(16, 0.75f, true);

  void add(String source, Reject reject) {
    sources.computeIfAbsent(source, any -> new Lines()).add(reject);
    if (sources.size() > MOST_SOURCES) {
      sources.remove(sources.keySet().iterator().next());
    }
  }

  /** The rejects of each source, the newest line first. */
  Map<String, List<Reject>> lists() {
    Map<String, List<Reject>> lists = new LinkedHashMap<>();
    sources.forEach((source, lines) -> lists.put(source, lines.list()));
    return lists;
  }
}
