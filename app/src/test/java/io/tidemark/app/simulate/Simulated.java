package io.tidemark.app.simulate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** Writes a server's log at an even rate, in a thread that ends with it. */
  public static Thread grow(Path file, long lines, long seed, double linesPerSecond)
      throws IOException {
    OutputStream out = Files.newOutputStream(file);
    Thread writer =
        new Thread(
            () -> {
              try (out) {
                new Simulator(
                        new Simulator.Options(
                            Format.TENSTORRENT, seed, Scenario.STEADY, OptionalLong.of(lines)))
                    .writeTo(out, Pace.linesPerSecond(linesPerSecond, Pace.Sleeper.startingNow()));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.setDaemon(true);
    writer.start();
    return writer;
  }

  static String text(Format format, Scenario scenario, long lines, long seed) {
    return new String(bytes(format, scenario, lines, seed), StandardCharsets.UTF_8);
  }
}
