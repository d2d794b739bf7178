package io.tidemark.analysis;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.model.Samples;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines for parser tests. */
public final class Lines {

  /** Head of a message of tt-mlir's logger. */
  public static final String RUNTIME = "                 Always |    DEBUG | ";

  private Lines() {}

  public static Parsed parse(String line) {
    return parse(line.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Parses a message after the head of the runtime's logger; columns count from the start of the
   * message.
   */
  public static Parsed runtime(String message) {
    Parsed parsed = parse(RUNTIME + message);
    return parsed instanceof Parsed.Rejected rejected
        ? new Parsed.Rejected(
            rejected.format(), rejected.column() - RUNTIME.length(), rejected.reason())
        : parsed;
  }

  /** Parses a line; a line without a head counts as genuine. */
  static Parsed vouched(byte[] line) {
    Parsed parsed = parse(line);
    return parsed instanceof Parsed.Unprefixed bare ? bare.fact() : parsed;
  }

  public static Parsed parse(byte[] line) {
    return LogSystems.ALL.formats().parse(line, 0, line.length);
  }

  /** Returns the lines of a sample log, without line ends. */
  public static List<byte[]> of(String sample) {
    return split(Samples.bytes(sample));
  }

  static List<byte[]> split(byte[] bytes) {
    List<byte[]> lines = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        lines.add(Arrays.copyOfRange(bytes, from, i));
        from = i + 1;
      }
    }
    if (from < bytes.length) {
      lines.add(Arrays.copyOfRange(bytes, from, bytes.length));
    }
    return lines;
  }
}
