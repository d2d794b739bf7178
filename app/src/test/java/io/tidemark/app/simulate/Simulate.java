package io.tidemark.app.simulate;

import java.io.IOException;

/** Writes a simulated log to standard output: {@code FORMAT SCENARIO LINES SEED}. */
final class Simulate {

  private Simulate() {}

  public static void main(String[] arguments) throws IOException {
    new Simulator(Simulator.Options.of(arguments)).writeTo(System.out, Pace.unlimited());
  }
}
