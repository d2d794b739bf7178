package io.tidemark.sink.page;

/**
 * The handler of one path. It runs on a thread that must not block, so it passes work to other
 * threads.
 */
@FunctionalInterface
interface Route {
  void answer(Exchange exchange);
}
