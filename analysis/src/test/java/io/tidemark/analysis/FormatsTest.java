package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.line.EachFormat;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tpumlir.Chip;
import io.tidemark.analysis.system.tpumlir.ChipNamed;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormatsTest {

  private static final byte[] BOTH =
      "; action = x; text = Device memory state after submit".getBytes(UTF_8);

  @Test
  void theyAreTriedInTheirOrder() {
    assertThat(LogSystems.ALL.formats().names())
        .containsExactly(
            "tenstorrent",
            "tpu-mlir",
            "bmprofile",
            "tpu-profile",
            "tt-train",
            "zant",
            "tflite-micro",
            "xla-dump",
            "xla-log",
            "ttnn-report",
            "sophgo",
            "pytorch",
            "vllm",
            "sglang",
            "llama-cpp",
            "onnxruntime",
            "neuron",
            "tensorrt",
            "iree",
            "paddle",
            "ascend",
            "openvino",
            "mlc",
            "serving",
            "cuda",
            "host",
            "edge",
            "tt-shm",
            "unnamed",
            "ttrt-memory",
            "ttnn-graph");
    assertThat(LogSystems.ALL.formats().parse(BOTH, 0, BOTH.length))
        .isInstanceOf(KeyValueRecord.class);
  }

  @Test
  void aFormatAskedForIsTriedAlone() {
    assertThat(LogSystems.ALL.formats().only(Tenstorrent.RUNTIME).parse(BOTH, 0, BOTH.length))
        .isInstanceOf(Parsed.Quoted.class);
    assertThat(LogSystems.ALL.formats().only(TpuMlir.RECORDS).parse(BOTH, 0, BOTH.length))
        .isInstanceOf(KeyValueRecord.class);
    assertThat(LogSystems.ALL.formats().only("another").parse(BOTH, 0, BOTH.length))
        .isEqualTo(Ignored.IGNORED);
  }

  @Test
  void nothingOutsideTheLineIsLookedAt() {
    byte[] bytes = "Device memory state\n; n = 1\nbefore submit".getBytes(UTF_8);
    assertThat(LogSystems.ALL.formats().parse(bytes, 20, 27)).isInstanceOf(KeyValueRecord.class);
    assertThat(LogSystems.ALL.formats().parse(bytes, 21, 27)).isEqualTo(Ignored.IGNORED);
    assertThat(LogSystems.ALL.formats().parse(bytes, 20, 20)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void columnsCountFromTheLinesOwnBegin() {
    byte[] bytes = "xx\nAlways | INFO | Device memory state?".getBytes(UTF_8);
    assertThat(LogSystems.ALL.formats().parse(bytes, 3, bytes.length))
        .isEqualTo(new Parsed.Rejected(Tenstorrent.RUNTIME, 36, "memory header: unknown point"));
  }

  @Test
  void brokenTextIsReplacedNotRefused() {
    byte[] bytes = "; op_name = a?b".getBytes(UTF_8);
    bytes[13] = (byte) 0xc3;
    KeyValueRecord record = (KeyValueRecord) Lines.parse(bytes);
    assertThat(record.value("op_name")).isEqualTo("a\ufffdb");
  }

  /** A format with one needle that calls each line a chip. */
  private static Formats withNeedle(String needle, boolean readsAll) {
    LineFormat format =
        new LineFormat("beads", List.of(needle)) {
          @Override
          public Parsed parse(byte[] bytes, int head, int start, int end, int at) {
            boolean reads =
                readsAll || new String(bytes, start, end - start, UTF_8).contains(needle);
            return reads ? new ChipNamed(Chip.BM1688) : Ignored.IGNORED;
          }
        };
    return new Formats(List.of(format), List.of());
  }

  @Test
  void aShortNeedleIsRefused() {
    assertThat(withNeedle("beads held:", false).names()).containsExactly("beads");
    assertThatThrownBy(() -> withNeedle("beads held", false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("format beads: needle \"beads held\" has 10 bytes, want at least 11");
  }

  @Test
  void aFormatThatParsesALineWithoutItsNeedleIsRefused() {
    assertThatThrownBy(() -> withNeedle("beads held:", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("format beads: parse of \"step 7 of 10\"");
  }

  @Test
  void noFormatParsesALineWithoutItsNeedles() {
    int lines = 0;
    for (GoldenCase golden : GoldenCase.all()) {
      for (byte[] line : Lines.split(golden.log())) {
        assertThat(EachFormat.withoutNeedles(LogSystems.ALL.formats(), line))
            .as(() -> new String(line, UTF_8))
            .isEmpty();
        lines++;
      }
    }
    assertThat(lines).isGreaterThan(1_000);
  }
}
