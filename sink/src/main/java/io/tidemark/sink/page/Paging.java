package io.tidemark.sink.page;

import io.tidemark.model.TerminalText;
import java.util.List;

/** A range of a list, of bounded length. */
record Paging(int from, int most) {

  static final int MOST = 100;

  /** The range that a request asks for by {@code from} and {@code most}, which has a limit. */
  static Paging of(Exchange exchange, int limit) {
    return new Paging(
        (int) number(exchange, "from", 0, Integer.MAX_VALUE),
        (int) number(exchange, "most", MOST, limit));
  }

  /** A parameter of a request; {@code Long.MAX_VALUE} is no limit. */
  static long number(Exchange exchange, String name, long ifAbsent, long most) {
    String text = exchange.parameter(name);
    if (text.isEmpty()) {
      return ifAbsent;
    }
    if (!text.matches("\\d{1,15}") || Long.parseLong(text) > most) {
      throw new IllegalArgumentException(
          "%s '%s': want a whole number from 0%s"
              .formatted(name, TerminalText.of(text), most == Long.MAX_VALUE ? "" : " to " + most));
    }
    return Long.parseLong(text);
  }

  <T> List<T> of(List<T> all) {
    return all.stream().skip(from).limit(most).toList();
  }
}
