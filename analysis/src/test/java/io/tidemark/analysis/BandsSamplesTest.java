package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.event.Op;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryTimeline.Band;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests who holds a memory at each submission, by the names that op lines give their results. */
class BandsSamplesTest {

  private static final String DRAM = "log#1 0 DRAM";
  private static final double GIB = 1L << 30;
  private static final double MIB = 1L << 20;

  private static byte[] sample(String name) throws IOException {
    Path file = Samples.root().resolve("examples").resolve(name);
    if (!name.endsWith(".gz")) {
      return Files.readAllBytes(file);
    }
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }

  private static MemoryTimeline.Axis axis(LogRun run) {
    return requireNonNull(run.timelines.get(DRAM)).bySnapshot();
  }

  private static List<Band> bands(MemoryTimeline.Axis axis) {
    return requireNonNull(requireNonNull(axis.highs()).bands());
  }

  private static LogRun read(String name) throws IOException {
    LogRun run = LogRun.of(sample(name));
    run.end();
    return run;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tenstorrent.log",
        "demo/crashing.log.gz",
        "demo/fragmenting.log.gz",
        "demo/serving.log.gz"
      })
  void theHoldersAddUpToTheUseAndFewBytesHaveNoKnownMaker(String name) throws IOException {
    MemoryTimeline.Axis axis = axis(read(name));
    List<Band> bands = bands(axis);
    assertThat(bands)
        .hasSizeLessThanOrEqualTo(13)
        .allMatch(band -> band.bytes().size() == axis.at().size());
    for (int i = 0; i < axis.at().size(); i++) {
      int at = i;
      long unknown =
          bands.stream()
              .filter(band -> band.op().equals(Op.UNKNOWN))
              .mapToLong(band -> band.bytes().get(at))
              .sum();
      assertThat(bands).allMatch(band -> band.bytes().get(at) >= 0);
      assertThat(bands.stream().mapToLong(band -> band.bytes().get(at)).sum())
          .isEqualTo(axis.mostBytes().get(i));
      assertThat(unknown).isLessThanOrEqualTo(axis.mostBytes().get(i) / 20);
    }
  }

  /** The larger holders at the end, with their growth. */
  private static Map<String, String> last(String name) throws IOException {
    Map<String, String> last = new TreeMap<>();
    for (Band band : bands(axis(read(name)))) {
      long bytes = band.bytes().get(band.bytes().size() - 1);
      if (bytes >= 64 * MIB) {
        last.put(
            "%s %s %s".formatted(band.op(), band.module(), band.place()),
            "%.2f GiB, %d MiB each"
                .formatted(
                    bytes / GIB, Math.round(requireNonNull(band.bytesPerSubmission()) / MIB)));
      }
    }
    return last;
  }

  @Test
  void aCacheThatIsNeverFreedIsHeldByTheLineAndTheLayersThatMakeIt() throws IOException {
    assertThat(last("demo/crashing.log.gz"))
        .isEqualTo(
            Map.of(
                "(before) null null", "4.10 GiB, 0 MiB each",
                "ConcatOp model.layers.0 modeling_llama.py:132", "4.26 GiB, 131 MiB each",
                "ConcatOp model.layers.1 modeling_llama.py:132", "1.96 GiB, 67 MiB each",
                "ToLayoutOp (weights) null", "1.42 GiB, 0 MiB each"));
  }

  @Test
  void anArgumentThatIsFreedIsTakenOffTheSubmissionThatMadeIt() throws IOException {
    assertThat(last("demo/serving.log.gz"))
        .isEqualTo(
            Map.of(
                "(before) null null", "3.91 GiB, 0 MiB each",
                "ConcatOp model.layers.0 modeling_llama.py:132", "0.09 GiB, 0 MiB each",
                "ConcatOp model.layers.1 modeling_llama.py:132", "0.09 GiB, 0 MiB each",
                "ToLayoutOp (weights) null", "1.42 GiB, 0 MiB each"));
  }

  @Test
  void aRestartAfterEachLineChangesNothing() throws IOException {
    String log = new String(sample("tenstorrent.log"), UTF_8);
    LogRun lines = LogRun.lineByLine(log);
    lines.end();
    LogRun whole = LogRun.of(log);
    whole.end();

    assertThat(axis(lines)).isEqualTo(axis(whole));
  }
}
