package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.app.cli.Tidemark;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;

/**
 * The command line in this process, without the start of a JVM. Only for commands that end by
 * themselves, one at a time, since the output of the process is captured.
 *
 * @param exit the exit code
 */
public record Here(int exit, String printed, String complained) {

  public static Here run(Object... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    System.setErr(new PrintStream(complained, true, UTF_8));
    try {
      int exit =
          Tidemark.run(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
      return new Here(exit, printed.toString(UTF_8), complained.toString(UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
