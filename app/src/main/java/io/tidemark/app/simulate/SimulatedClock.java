package io.tidemark.app.simulate;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The clock of a simulated log: starts at a fixed date and moves only by its methods. */
final class SimulatedClock {

  private static final LocalDateTime START = LocalDateTime.of(2026, 6, 19, 9, 25, 30, 646_000_000);
  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
  private static final DateTimeFormatter SHORT =
      DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter CTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);

  private long micros;
  private long processStartMicros;

  void advanceMicros(long more) {
    micros += more;
  }

  void startProcess() {
    processStartMicros = micros;
  }

  /** As spdlog and loguru write it, {@code 2026-06-19 09:25:30.646}. */
  String millis() {
    return now().format(MILLIS);
  }

  /** As vLLM writes it, {@code 06-19 09:25:30}. */
  String shortSeconds() {
    return now().format(SHORT);
  }

  /** As C's {@code ctime} writes it, {@code Fri Jun 19 09:25:30 2026}. */
  String ctime() {
    return now().format(CTIME);
  }

  /** Seconds since the process started, as loguru writes them in eight columns. */
  String uptime() {
    long millis = (micros - processStartMicros) / 1000;
    String seconds = millis / 1000 + "." + String.valueOf(1000 + millis % 1000).substring(1);
    return " ".repeat(Math.max(0, 8 - seconds.length())) + seconds;
  }

  private LocalDateTime now() {
    return START.plus(micros, ChronoUnit.MICROS);
  }
}
