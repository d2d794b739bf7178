package io.tidemark.app.simulate;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The clock of a simulated log. It starts at a fixed date and advances only by its methods. */
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

  /** In the format of spdlog and loguru, {@code 2026-06-19 09:25:30.646}. */
  String millis() {
    return now().format(MILLIS);
  }

  /** In the format of vLLM, {@code 06-19 09:25:30}. */
  String shortSeconds() {
    return now().format(SHORT);
  }

  /** In the format of C's {@code ctime}, {@code Fri Jun 19 09:25:30 2026}. */
  String ctime() {
    return now().format(CTIME);
  }

  /** Seconds since the start of the process, in loguru's format of eight columns. */
  String uptime() {
    long millis = (micros - processStartMicros) / 1000;
    String seconds = millis / 1000 + "." + String.valueOf(1000 + millis % 1000).substring(1);
    return " ".repeat(Math.max(0, 8 - seconds.length())) + seconds;
  }

  private LocalDateTime now() {
    return START.plus(micros, ChronoUnit.MICROS);
  }
}
