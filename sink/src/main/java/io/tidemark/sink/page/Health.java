package io.tidemark.sink.page;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What {@code /health} answers: 200, or 503 and the reason. Asked by many threads at once. */
@FunctionalInterface
public interface Health {

  /** Why the program does not do its work; empty while it does. Must not wait for anything. */
  Optional<String> problem();

  /** Healthy while a thread lives. */
  static Health whileAlive(BooleanSupplier alive) {
    return () -> alive.getAsBoolean() ? Optional.empty() : Optional.of("its work has ended");
  }
}
