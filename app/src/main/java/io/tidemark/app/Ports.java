package io.tidemark.app;

import io.tidemark.model.Refusal;

/** Ports as options name them. */
final class Ports {

  private static final int HIGHEST = 65_535;

  private Ports() {}

  /** The port, when it is one; 0 is any free one. */
  static int checked(int port) {
    if (port < 0 || port > HIGHEST) {
      throw new Refusal("--port %d: want 0 to %d, 0 being any free one".formatted(port, HIGHEST));
    }
    return port;
  }
}
