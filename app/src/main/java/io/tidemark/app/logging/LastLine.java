package io.tidemark.app.logging;

import ch.qos.logback.core.spi.LifeCycle;
import java.io.PrintStream;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** The last message on standard error of a process that is about to halt. */
public final class LastLine {

  private LastLine() {}

  /** Prints the line after all log output, since clients of a failing broker log until the halt. */
  public static void print(String line) {
    print(line, LoggerFactory.getILoggerFactory(), System.err);
  }

  static void print(String line, ILoggerFactory logging, PrintStream err) {
    if (logging instanceof LifeCycle running) {
      running.stop();
    }
    err.println(line);
  }
}
