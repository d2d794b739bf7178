package io.tidemark.analysis.parse;

import io.tidemark.model.Samples;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines to parse. */
final class Lines {

  private Lines() {}

  static Parsed parse(String line) {
    return parse(line.getBytes(StandardCharsets.UTF_8));
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
