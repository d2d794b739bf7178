package io.tidemark.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Other tools that read a log. */
final class Peers {

  private static final long LIMIT_SECONDS = 60;

  /** Prints each match with its groups, line by line, as a script does. */
  private static final String SCRIPT =
      """
      import re, sys
      pattern = re.compile(sys.argv[1])
      found = 0
      with open(sys.argv[2], encoding="utf-8", errors="replace") as log:
          for line in log:
              found += len(pattern.findall(line))
      print(found)
      """;

  private Peers() {}

  /**
   * Runs a program to its end. Its output is a pipe, since grep stops at the first match if the
   * output is /dev/null.
   */
  static void run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getInputStream().transferTo(OutputStream.nullOutputStream());
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(command[0] + " took more than " + LIMIT_SECONDS + " s");
    }
    // grep returns 1 if it found nothing.
    if (process.exitValue() > 1) {
      throw new IOException(command[0] + " failed with " + process.exitValue());
    }
  }

  static void python(String pattern, Path file) throws IOException, InterruptedException {
    run("python3", "-c", SCRIPT, pattern, file.toString());
  }

  static void regex(String text, Path file) throws IOException {
    Pattern pattern = Pattern.compile(text);
    long letters = 0;
    try (BufferedReader log = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      for (String line = log.readLine(); line != null; line = log.readLine()) {
        Matcher matcher = pattern.matcher(line);
        while (matcher.find()) {
          for (int group = 1; group <= matcher.groupCount(); group++) {
            letters += matcher.group(group).length();
          }
        }
      }
    }
    if (letters < 0) {
      throw new IllegalStateException("what was found must be used, or it is never made");
    }
  }
}
