package io.tidemark.bench;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Pace;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Writes a simulated log: {@code WriteLog FORMAT LINES FILE}. */
public final class WriteLog {

  private WriteLog() {}

  public static void main(String[] args) throws IOException {
    OptionalLong lines = OptionalLong.of(Long.parseLong(args[1]));
    Simulator.Options options =
        new Simulator.Options(Format.named(args[0]), 1, Scenario.STEADY, lines);
    try (OutputStream out = Files.newOutputStream(Path.of(args[2]))) {
      new Simulator(options).writeTo(out, Pace.unlimited());
    }
  }
}
