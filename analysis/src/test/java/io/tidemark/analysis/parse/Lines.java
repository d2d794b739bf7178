package io.tidemark.analysis.parse;

import io.tidemark.model.Samples;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines to parse. */
final class Lines {

  /** What tt-mlir's logger puts before a message. */
  static final String RUNTIME = "                 Always |    DEBUG | ";

  private Lines() {}

  static Parsed parse(String line) {
    return parse(line.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What the message says behind the head of the runtime's logger; columns count from its begin.
   */
  static Parsed runtime(String message) {
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

  static Parsed parse(byte[] line) {
    return Formats.parse(line, 0, line.length);
  }

  /** Lines of a sample log, without their line ends. */
  static List<byte[]> of(String sample) {
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
