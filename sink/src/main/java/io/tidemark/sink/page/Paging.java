package io.tidemark.sink.page;

import io.tidemark.model.TerminalText;
import java.util.List;

/** A range of a list, of bounded length. */
record Paging(int from, int most) {

  static final int MOST = 100;

  /** The range that a request asks for by {@code from} and {@code most}, which has a limit. */
  static Paging of(Exchange exchange, int limit) {
    return new Paging(
        number(exchange, "from", 0, Integer.MAX_VALUE), number(exchange, "most", MOST, limit));
  }

  private static int number(Exchange exchange, String name, int ifAbsent, int most) {
    String text = exchange.parameter(name);
    if (text.isEmpty()) {
      return ifAbsent;
    }
    if (!text.matches("\\d{1,9}") || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException(
          "%s '%s': want a number from 0 to %d".formatted(name, TerminalText.of(text), most));
    }
    return Integer.parseInt(text);
  }

  <T> List<T> of(List<T> all) {
    return all.stream().skip(from).limit(most).toList();
  }
}
