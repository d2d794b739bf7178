package io.tidemark.analysis.way;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many types a line meets, and how often it comes back to a package: ceilings that only fall.
 */
class WayTest {

  private static final Path BOUNDS = Samples.root().resolve(".ci/bounds.txt");
  private static final Path SYSTEMS =
      Samples.root().resolve("analysis/src/test/resources/io/tidemark/analysis/system");

  private static final WayLoader LOADER = new WayLoader();

  /** A way shorter than this share of its ceiling calls for a lower one. */
  private static final double NEAR = 0.97;

  /** Often enough that what is done once is done. */
  private static final int TIMES = 3;

  /**
   * @param kind of the line, as the bounds name it
   * @param log that is read before
   * @param lines the beginnings or parts of lines of the log, parted by {@code ~}; the way is that
   *     of the last. A part that the log does not hold is a whole line
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing  | tenstorrent/operations | INFO: Started server process [4242]",
        "snapshot | tenstorrent/operations | before operation PermuteOp~Device DRAM memory state",
        "op       | tenstorrent/operations | Executing operation: %1 = \"ttnn.permute\"",
        "record   | tpumlir/records        | tag = iteration_result",
        "failure  | messages/serving       | Tried to allocate 2.00 GiB. GPU 0",
      })
  void theWayOfALineIsItsCeiling(String kind, String log, String lines) throws Exception {
    String text = Files.readString(SYSTEMS.resolve(log).resolve("input.log"));
    List<String> fed = Stream.of(lines.split("~", -1)).map(part -> line(text, part)).toList();
    Object read = LOADER.loadClass(FedLines.class.getName()).getDeclaredConstructor().newInstance();
    @SuppressWarnings("unchecked")
    Consumer<byte[]> analysis = (Consumer<byte[]>) read;
    text.lines().forEach(line -> feed(line, analysis));
    Way way = Way.begin();
    String applied = "";
    for (int i = 0; i < TIMES; i++) {
      ((Runnable) read).run();
      for (String line : fed) {
        way = Way.begin();
        feed(line, analysis);
      }
      applied = way.figures();
      ((Runnable) read).run();
    }
    List<Integer> found = figures(applied + " " + way.figures());
    List<Integer> most = ceiling(kind);
    assertThat(found).as("types and returns; stored and published, too").hasSameSizeAs(most);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i))
          .as(
              "figure %d of %s: above the line of %s, shorten the way; far below, lower the line."
                  + " It met %s",
              i + 1, found, BOUNDS, way)
          .isBetween((int) Math.floor(most.get(i) * NEAR), most.get(i));
    }
  }

  private static String line(String log, String part) {
    return log.lines().filter(line -> line.contains(part)).findFirst().orElse(part);
  }

  private static void feed(String line, Consumer<byte[]> analysis) {
    analysis.accept((line + "\n").getBytes(UTF_8));
  }

  private static List<Integer> ceiling(String kind) throws IOException {
    String begin = "way " + kind + " ";
    return Files.readAllLines(BOUNDS).stream()
        .filter(line -> line.startsWith(begin))
        .findFirst()
        .map(line -> figures(line.substring(begin.length()).replaceFirst(" [^0-9 ].*", "")))
        .orElseThrow(() -> new AssertionError("no line '" + begin + "...' in " + BOUNDS));
  }

  private static List<Integer> figures(String text) {
    return Stream.of(text.split(" ")).map(Integer::valueOf).toList();
  }
}
