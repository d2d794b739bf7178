package io.tidemark.sink.page;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What {@code /health} and {@code /ready} answer: 200, or 503 and the reason. */
@FunctionalInterface
public interface Health {

  /** Why the program is not well, in words; empty while it is. Answers at once, to any thread. */
  Optional<String> problem();

  /** Well while the program's work has not ended and nothing else troubles it. */
  static Health of(BooleanSupplier alive, Supplier<Optional<String>> other) {
    return () -> alive.getAsBoolean() ? other.get() : Optional.of("its work has ended");
  }

  /** Well while the program's work has not ended. */
  static Health of(BooleanSupplier alive) {
    return of(alive, Optional::empty);
  }
}
