package io.tidemark.analysis.system.xla;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.message.RowFact;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The shared logs of XLA: known counts, and every line against the described grammar. */
public class XlaLogSamplesTest {

  static Parsed parse(byte[] line) {
    Parsed parsed = LogSystems.ALL.formats().only(Xla.LOG).parse(line, 0, line.length);
    return XlaOomOracle.seen(parsed instanceof Parsed.Unprefixed bare ? bare.fact() : parsed);
  }

  static Stream<String> everySample() {
    Path folder = Samples.path("xla/SOURCES.md").getParent();
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> "xla/" + file.getFileName())
          .filter(name -> name.endsWith(".txt") || name.endsWith(".log"))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("everySample")
  void everyLineSaysWhatTheDescribedGrammarReadsInIt(String sample) {
    boolean dump = sample.contains("_train_step");
    XlaLogOracle oracle = new XlaLogOracle();
    for (byte[] line : Lines.of(sample)) {
      String text = new String(line, StandardCharsets.UTF_8);
      Fact expected = dump ? null : oracle.fact(text.replaceFirst("[\\s]+$", ""));
      Parsed parsed = parse(line);
      assertThat(parsed instanceof Fact fact ? fact : null).as(text).isEqualTo(expected);
      assertThat(parsed).as(text).isNotInstanceOf(Parsed.Rejected.class);
    }
  }

  /** The table of the description, except for patterns that share a line with another. */
  static Stream<List<Object>> expectedCounts() {
    return Stream.of(
        List.of("bfc_gpu_t4_tf_gsate_1.log", Map.of("LOG_TF", 28, "BFC_SOFT", 10, "CUDA_FAIL", 18)),
        List.of(
            "bfc_gpu_tail_2022_2024.txt",
            Map.of(
                "LOG_TF",
                9,
                "BFC_SUM",
                1,
                "BFC_SUM_TOTAL",
                2,
                "BFC_POOL",
                2,
                "BFC_STATS",
                2,
                "BFC_STAT",
                16,
                "BFC_MAP",
                2)),
        List.of(
            "bfc_tf2.21_cpu_bfc_full_dump.log",
            Map.ofEntries(
                Map.entry("LOG_ABSL", 206),
                Map.entry("BFC_OOM", 2),
                Map.entry("BFC_DUMP", 2),
                Map.entry("BFC_BIN", 42),
                Map.entry("BFC_BIN_FOR", 2),
                Map.entry("BFC_REGION", 12),
                Map.entry("BFC_CHUNK", 112),
                Map.entry("BFC_SUM_HEAD", 2),
                Map.entry("BFC_SUM", 20),
                Map.entry("BFC_SUM_TOTAL", 2),
                Map.entry("BFC_POOL", 2),
                Map.entry("BFC_STATS", 2),
                Map.entry("BFC_STAT", 16),
                Map.entry("BFC_MAP", 2),
                Map.entry("TF_OOM", 3))),
        List.of(
            "gpu_oom_bufferassignment_jax13428.txt",
            Map.of("G_HEAD", 1, "G_DEBUG", 1, "G_STAT", 6, "G_BUFFER", 2, "G_KEY", 6, "G_RULE", 2)),
        List.of(
            // Of the nine A_ITEM lines of the table, one is the C_MAX_FREE line and one a
            // C_PERSISTENT line.
            "tpu_oom_2020_torchxla_v2-8.txt",
            Map.of(
                "A_TOTAL",
                1,
                "A_ITEM",
                7,
                "A_PROGRAM",
                1,
                "C_HEAD",
                1,
                "C_ROW",
                4,
                "C_CAPACITY",
                1,
                "C_MAX_FREE",
                1,
                "C_PERSISTENT",
                2,
                "HEADING",
                2)),
        List.of(
            "tpu_oom_2024_jax_easydel_gemma.txt",
            Map.of(
                "A_HEAD",
                1,
                "A_TOTAL",
                1,
                "A_ITEM",
                6,
                "A_OUTPUT",
                1,
                "A_PROGRAM",
                1,
                "A_LIST",
                1,
                "A_ENTRY",
                1,
                "A_KEY",
                5,
                "A_RULE",
                1)),
        List.of("tpu_oom_short_libtpu0.0.42.1.txt", Map.of("B_HEAD", 8, "D_HEAD", 2)));
  }

  @ParameterizedTest
  @MethodSource("expectedCounts")
  void everyPatternIsMetAsOftenAsDescribed(List<Object> expected) {
    XlaLogOracle oracle = new XlaLogOracle();
    long facts = 0;
    for (byte[] line : Lines.of("xla/" + expected.get(0))) {
      oracle.fact(new String(line, StandardCharsets.UTF_8).replaceFirst("\\s+$", ""));
      facts += parse(line) instanceof Fact ? 1 : 0;
    }
    assertThat(oracle.counts()).isEqualTo(expected.get(1));
    long matches =
        oracle.counts().entrySet().stream()
            .filter(entry -> !entry.getKey().startsWith("LOG_"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    assertThat(facts).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({"21678, Gelu/mul", "21679, Gelu/Neg"})
  void eachThreadsDumpAddsUp(String thread, String op) {
    List<RowFact> lines =
        Lines.of("xla/bfc_tf2.21_cpu_bfc_full_dump.log").stream()
            .map(XlaLogSamplesTest::parse)
            .filter(parsed -> parsed instanceof RowFact line && thread.equals(line.writer()))
            .map(RowFact.class::cast)
            .toList();
    assertThat(of(lines, "+regions")).hasSize(6).satisfies(all -> adds(all, 201_326_592));
    assertThat(of(lines, "+chunks")).hasSize(53).satisfies(all -> adds(all, 190_843_136));
    assertThat(of(lines, "^largest")).hasSize(3).satisfies(all -> adds(all, 10_483_456));
    assertThat(lines.get(0))
        .isEqualTo(
            XlaLogOracle.line(
                "failed",
                "",
                thread,
                "allocator",
                "bfc_cpu_allocator_for_gpu",
                "bytes",
                16 << 20,
                "rounded",
                16_777_216,
                "op",
                op));
  }

  private static List<Long> of(List<RowFact> lines, String figure) {
    return lines.stream().map(line -> line.figure(figure)).filter(bytes -> bytes >= 0).toList();
  }

  private static void adds(List<? extends Long> bytes, long sum) {
    assertThat(bytes.stream().mapToLong(one -> one).sum()).isEqualTo(sum);
  }

  @Test
  void noFormatTakesALineOfAnother() {
    Map<String, Integer> strangers = new TreeMap<>();
    everySample()
        .forEach(
            sample -> {
              String own = sample.contains("_train_step") ? Xla.DUMP : Xla.LOG;
              for (byte[] line : Lines.of(sample)) {
                if (Lines.parse(line) instanceof Fact fact && !fact.format().equals(own)) {
                  strangers.merge(sample + " " + fact, 1, Integer::sum);
                }
              }
            });
    assertThat(strangers).isEmpty();
  }
}
