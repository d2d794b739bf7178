package io.tidemark.app.cli;

import io.tidemark.model.Refusal;

/** Ports of options. */
final class Ports {

  private static final int HIGHEST = 65_535;

  private Ports() {}

  /** Checks the value of {@code --port}; 0 is any free port. */
  static int checked(int port) {
    return checked("--port", port);
  }

  /** Checks the port of another option. */
  static int checked(String option, int port) {
    if (port < 0 || port > HIGHEST) {
      throw new Refusal(
          "%s %d: want 0 to %d, 0 being any free one".formatted(option, port, HIGHEST));
    }
    return port;
  }
}
