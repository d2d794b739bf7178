package io.tidemark.app.logging;

import ch.qos.logback.core.spi.LifeCycle;
import java.io.PrintStream;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** What a process that is about to halt says on standard error. */
public final class LastLine {

  private LastLine() {}

  /** Prints it after all that is logged: clients of a broker that fails log until the halt. */
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
