package io.tidemark.sink.page;

/** What answers one path. Runs on a thread that must not wait: work and waiting go elsewhere. */
@FunctionalInterface
interface Route {
  void answer(Exchange exchange);
}
