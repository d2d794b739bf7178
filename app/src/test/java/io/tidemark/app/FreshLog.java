package io.tidemark.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Matcher;

/** A recorded log as if it were written today: one with its old dates would be at rest. */
final class FreshLog {

  private FreshLog() {}

  /** The lines of a log with the day of today. */
  static String text(Path recorded) throws IOException {
    String today = LocalDate.now(ZoneOffset.UTC).toString();
    return Files.readString(recorded, ISO_8859_1)
        .replaceAll("\\d{4}-\\d\\d-\\d\\d(?=[ T]\\d\\d:)", Matcher.quoteReplacement(today))
        .replaceAll("(?m)(?<=^(?:INFO|WARNING|ERROR) )\\d\\d-\\d\\d(?= )", today.substring(5));
  }

  /** Writes a log with the day of today. */
  static Path copy(Path recorded, Path to) throws IOException {
    return Files.writeString(to, text(recorded), ISO_8859_1);
  }
}
