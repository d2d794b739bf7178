package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Lines of all known formats in orders that no program writes. */
final class WildLines {

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

  /** The golden logs. */
  static List<List<byte[]>> golden() {
    List<List<byte[]>> logs = new ArrayList<>();
    GoldenCase.all().forEach(golden -> logs.add(Lines.split(golden.log())));
    return logs;
  }

  /** Returns some more lines, without line ends. */
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
   * Returns lines from a random position of a log, or a whole short log, since some records need
   * their start and end.
   */
  private List<byte[]> passage() {
    List<byte[]> log = logs.get(random.nextInt(logs.size()));
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

  /** Replaces one of the line's numbers. */
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
