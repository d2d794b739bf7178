package io.tidemark.app.simulate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** Simulated logs for tests, without a pace. */
public final class Simulated {

  private Simulated() {}

  public static byte[] bytes(Format format, Scenario scenario, long lines, long seed) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new Simulator(new Simulator.Options(format, seed, scenario, OptionalLong.of(lines)))
          .writeTo(out, Pace.unlimited());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static String text(Format format, Scenario scenario, long lines, long seed) {
    return new String(bytes(format, scenario, lines, seed), StandardCharsets.UTF_8);
  }
}
