package io.tidemark.ingest.generation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * The times at which the bytes of a generation were seen that the broker has not acknowledged. A
 * time holds for all bytes of a span; the longer an outage, the longer the spans.
 */
final class UnshippedBytes {

  private static final int MOST_SPANS = 64;
  private static final long SHORTEST_MILLIS = 25;

  private final Deque<Span> spans = new ArrayDeque<>();
  private long spanMillis = SHORTEST_MILLIS;

  /**
   * Bytes that end before {@code end}.
   *
   * @param seenMillis when the first of them was seen, in epoch milliseconds
   */
  private record Span(long end, long seenMillis) {}

  /** Records that bytes up to {@code end} exist. */
  void see(long end, long nowMillis) {
    Span newest = spans.peekLast();
    if (newest != null && end <= newest.end()) {
      return;
    }
    if (newest != null && nowMillis - newest.seenMillis() < spanMillis) {
      spans.removeLast();
      spans.add(new Span(end, newest.seenMillis()));
      return;
    }
    spans.add(new Span(end, nowMillis));
    if (spans.size() > MOST_SPANS) {
      spanMillis *= 2;
      joinPairs();
    }
  }

  /** Halves the number of times; bytes then count as older, never as younger. */
  private void joinPairs() {
    for (int left = spans.size(); left > 0; left -= 2) {
      Span first = spans.remove();
      spans.add(left == 1 ? first : new Span(spans.remove().end(), first.seenMillis()));
    }
  }

  /** Forgets the bytes up to {@code end}; returns when the first of them was seen. */
  OptionalLong ship(long end) {
    OptionalLong first = OptionalLong.empty();
    while (!spans.isEmpty() && spans.element().end() <= end) {
      long seenMillis = spans.remove().seenMillis();
      first = first.isPresent() ? first : OptionalLong.of(seenMillis);
    }
    return first;
  }

  /** Forgets all bytes: none of them waits for the broker. */
  void clear() {
    spans.clear();
    spanMillis = SHORTEST_MILLIS;
  }

  /** When the first byte was seen; empty if there is none. */
  OptionalLong oldestMillis() {
    return spans.isEmpty() ? OptionalLong.empty() : OptionalLong.of(spans.element().seenMillis());
  }
}
