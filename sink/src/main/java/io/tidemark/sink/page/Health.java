package io.tidemark.sink.page;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The answer of {@code /health}: 200, or 503 and the reason. Called by many threads at once. */
@FunctionalInterface
public interface Health {

  /** The reason why the program does not work; empty while it works. Must not block. */
  Optional<String> problem();

  static Health whileAlive(BooleanSupplier alive) {
    return () -> alive.getAsBoolean() ? Optional.empty() : Optional.of("its work has ended");
  }
}
