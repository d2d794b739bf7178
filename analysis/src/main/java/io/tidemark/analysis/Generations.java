package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far each of a source's newest generations is counted. */
final class Generations {

  private static final int MAX = 16;

  private final Map<String, Life> lives = new LinkedHashMap<>();
  private String newest = "";

  /** How far one generation is counted. */
  static final class Life {
    long next;
    long lines;

    private Life(long next, long lines) {
      this.next = next;
      this.lines = lines;
    }
  }

  /** {@code null} for one that is unknown, or forgotten. */
  @Nullable Life of(String generation) {
    return lives.get(generation);
  }

  Life begin(String generation, long offset) {
    newest = generation;
    return beginOlder(generation, offset);
  }

  /** One that the newest has followed already. */
  Life beginOlder(String generation, long offset) {
    Life life = new Life(offset, 0);
    lives.put(generation, life);
    if (lives.size() > MAX) {
      lives.remove(lives.keySet().iterator().next());
    }
    return life;
  }

  String newest() {
    return newest;
  }

  /** The first byte of the newest that is not counted. */
  long next() {
    Life life = lives.get(newest);
    return life == null ? 0 : life.next;
  }

  void write(PartWriter out) {
    out.number(lives.size());
    lives.forEach((id, life) -> out.text(id).number(life.next).number(life.lines));
    out.text(newest);
  }

  void read(PartReader in) {
    for (int left = in.count(); left > 0; left--) {
      lives.put(in.word(), new Life(in.number(), in.number()));
    }
    newest = in.word();
  }
}
