package io.tidemark.analysis;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.model.Samples;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines to parse. */
public final class Lines {

  /** What tt-mlir's logger puts before a message. */
  public static final String RUNTIME = "                 Always |    DEBUG | ";

  private Lines() {}

  public static Parsed parse(String line) {
    return parse(line.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What the message says behind the head of the runtime's logger; columns count from its begin.
   */
  public static Parsed runtime(String message) {
    Parsed parsed = parse(RUNTIME + message);
    return parsed instanceof Parsed.Rejected rejected
        ? new Parsed.Rejected(
            rejected.format(), rejected.column() - RUNTIME.length(), rejected.reason())
        : parsed;
  }

  /** What the line says, as one that its neighbours vouch for where it has no head. */
  static Parsed vouched(byte[] line) {
    Parsed parsed = parse(line);
    return parsed instanceof Parsed.Unprefixed bare ? bare.fact() : parsed;
  }

  public static Parsed parse(byte[] line) {
    return LogSystems.ALL.formats().parse(line, 0, line.length);
  }

  /** Lines of a sample log, without their line ends. */
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
