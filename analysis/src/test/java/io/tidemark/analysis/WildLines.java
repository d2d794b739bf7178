package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Lines of all known formats in orders that no program writes them in. */
final class WildLines {

  private static final List<String> MADE =
      List.of(
          "made/xla_dump_MADE.txt",
          "made/zant_allocator_MADE.log",
          "made/tflite_micro_plans_MADE.log",
          "made/ttrt_memory_MADE.json",
          "made/tt_metal_reports_MADE.csv",
          "made/tpu_profile_mem_MADE.csv",
          "made/bm_runtime_MADE.profile",
          "tpu-mlir/search-2024.log",
          "tpu-mlir/search-2025.log",
          "tpu-mlir/gmem.log",
          "system/tpumlir/bmprofile/input.log",
          "system/tpumlir/records/input.log",
          "system/tenstorrent/runtime/input.log",
          "system/tpumlir/tpu-profile/input.log");

  private static final int SHORT = 200;

  private static final String[] NUMBERS = {
    "0",
    "1",
    "2",
    "16",
    "255",
    "4096",
    "65535",
    "65536",
    "999999999",
    "2147483647",
    "2147483648",
    "4294967296",
    "9999999999999",
    "9223372036854775807",
    "18446744073709551616",
    "-1"
  };

  private final List<List<byte[]>> logs;
  private final Random random;

  WildLines(List<List<byte[]>> logs, Random random) {
    this.logs = logs;
    this.random = random;
  }

  /** The logs made for tests, and the samples where they are at hand. */
  static List<List<byte[]>> corpus() throws IOException {
    List<List<byte[]>> logs = new ArrayList<>();
    for (String name : MADE) {
      logs.add(lines(LogRun.resource(name)));
    }
    Path samples = Samples.root().resolveSibling("shared").resolve("samples");
    if (Files.isDirectory(samples)) {
      try (Stream<Path> files = Files.walk(samples)) {
        files.filter(Files::isRegularFile).sorted().forEach(file -> logs.add(lines(read(file))));
      }
    }
    logs.removeIf(List::isEmpty);
    return logs;
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<byte[]> lines(byte[] log) {
    List<byte[]> lines = new ArrayList<>();
    for (int start = 0; start < log.length; ) {
      int end = start;
      while (end < log.length && log[end] != '\n') {
        end++;
      }
      lines.add(Arrays.copyOfRange(log, start, end));
      start = end + 1;
    }
    return lines;
  }

  /** Some lines more, none with a line end. */
  List<byte[]> next() {
    List<byte[]> some = passage();
    switch (random.nextInt(8)) {
      case 0 -> Collections.shuffle(some, random);
      case 1 -> some.addAll(List.copyOf(some));
      case 2 -> some = interleaved(some, passage());
      case 3 -> some.replaceAll(line -> random.nextInt(3) == 0 ? otherNumber(line) : line);
      case 4 -> some.replaceAll(line -> random.nextInt(4) == 0 ? damaged(line) : line);
      case 5 -> some.removeIf(line -> random.nextInt(4) == 0);
      case 6 -> some.removeIf(line -> random.nextInt(20) == 0);
      default -> {
        // As it stands.
      }
    }
    some.replaceAll(WildLines::withoutLineEnds);
    return some;
  }

  private static byte[] withoutLineEnds(byte[] line) {
    return new String(line, ISO_8859_1).replace('\n', ' ').getBytes(ISO_8859_1);
  }

  /**
   * A log's lines from somewhere on, or a short log whole: only what begins and ends is a record.
   * The logs made for tests come as often as all samples, since they are short.
   */
  private List<byte[]> passage() {
    boolean made = random.nextBoolean();
    List<byte[]> log = logs.get(random.nextInt(made ? MADE.size() : logs.size()));
    if (log.size() <= SHORT && random.nextBoolean()) {
      return new ArrayList<>(log);
    }
    int from = random.nextInt(3) == 0 ? 0 : random.nextInt(log.size());
    int most = random.nextInt(4) == 0 ? 200 : 12;
    int to = Math.min(log.size(), from + 1 + random.nextInt(most));
    return new ArrayList<>(log.subList(from, to));
  }

  private List<byte[]> interleaved(List<byte[]> one, List<byte[]> other) {
    List<byte[]> both = new ArrayList<>();
    int i = 0;
    int k = 0;
    while (i < one.size() || k < other.size()) {
      boolean first = k == other.size() || (i < one.size() && random.nextBoolean());
      both.add(first ? one.get(i++) : other.get(k++));
    }
    return both;
  }

  private byte[] damaged(byte[] line) {
    List<byte[]> log = logs.get(random.nextInt(logs.size()));
    byte[] other = log.get(random.nextInt(log.size()));
    return line.length == 0 || other.length == 0 ? other : Mutations.of(line, other, random);
  }

  /** One of the line's numbers is another. */
  private byte[] otherNumber(byte[] line) {
    String text = new String(line, ISO_8859_1);
    int at = text.isEmpty() ? 0 : random.nextInt(text.length());
    while (at < text.length() && !Character.isDigit(text.charAt(at))) {
      at++;
    }
    int end = at;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    if (at == end) {
      return line;
    }
    String number =
        random.nextBoolean()
            ? NUMBERS[random.nextInt(NUMBERS.length)]
            : Long.toString(random.nextLong(1L << (1 + random.nextInt(48))));
    return (text.substring(0, at) + number + text.substring(end)).getBytes(ISO_8859_1);
  }
}
