package io.tidemark.app;

import io.tidemark.model.Refusal;

/** Ports as options name them. */
final class Ports {

  private static final int HIGHEST = 65_535;

  private Ports() {}

  /** The port, when it is one; 0 is any free one. */
  static int checked(int port) {
    return checked("--port", port);
  }

  /** The same of another option's. */
  static int checked(String option, int port) {
    if (port < 0 || port > HIGHEST) {
      throw new Refusal(
          "%s %d: want 0 to %d, 0 being any free one".formatted(option, port, HIGHEST));
    }
    return port;
  }
}
