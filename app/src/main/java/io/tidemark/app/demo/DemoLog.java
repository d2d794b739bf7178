package io.tidemark.app.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** A recorded log. Together they show steady use, a crash, fragmentation and a compiler. */
enum DemoLog {
  SERVING(50),
  CRASHING(100),
  FRAGMENTING(50),
  COMPILING(50);

  private final int linesPerSecond;

  DemoLog(int linesPerSecond) {
    this.linesPerSecond = linesPerSecond;
  }

  String fileName() {
    return name().toLowerCase(Locale.ROOT) + ".log";
  }

  int linesPerSecond() {
    return linesPerSecond;
  }

  BufferedReader open() throws IOException {
    String name = fileName() + ".gz";
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(
                Objects.requireNonNull(DemoLog.class.getResourceAsStream(name), name)),
            UTF_8));
  }
}
