package io.tidemark.sink.page;

/** The handler of one path. It runs on a thread that must not block: work goes elsewhere. */
@FunctionalInterface
interface Route {
  void answer(Exchange exchange);
}
