package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FormatsTest {

  private static final byte[] BOTH =
      "; action = x; text = Device memory state after submit".getBytes(StandardCharsets.UTF_8);

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
            "ttrt-memory",
            "ttnn-graph");
    assertThat(LogSystems.ALL.formats().parse(BOTH, 0, BOTH.length))
        .isInstanceOf(KeyValueRecord.class);
  }

  @Test
  void aFormatAskedForIsTriedAlone() {
    assertThat(LogSystems.ALL.formats().parse(BOTH, 0, BOTH.length, Tenstorrent.RUNTIME))
        .isEqualTo(Parsed.Quoted.QUOTED);
    assertThat(LogSystems.ALL.formats().parse(BOTH, 0, BOTH.length, TpuMlir.RECORDS))
        .isInstanceOf(KeyValueRecord.class);
    assertThat(LogSystems.ALL.formats().parse(BOTH, 0, BOTH.length, "another"))
        .isEqualTo(Ignored.IGNORED);
  }

  @Test
  void nothingOutsideTheLineIsLookedAt() {
    byte[] bytes = "Device memory state\n; n = 1\nbefore submit".getBytes(StandardCharsets.UTF_8);
    assertThat(LogSystems.ALL.formats().parse(bytes, 20, 27)).isInstanceOf(KeyValueRecord.class);
    assertThat(LogSystems.ALL.formats().parse(bytes, 21, 27)).isEqualTo(Ignored.IGNORED);
    assertThat(LogSystems.ALL.formats().parse(bytes, 20, 20)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void columnsCountFromTheLinesOwnBegin() {
    byte[] bytes = "xx\nAlways | INFO | Device memory state?".getBytes(StandardCharsets.UTF_8);
    assertThat(LogSystems.ALL.formats().parse(bytes, 3, bytes.length))
        .isEqualTo(new Parsed.Rejected(Tenstorrent.RUNTIME, 36, "memory header: unknown point"));
  }

  @Test
  void brokenTextIsReplacedNotRefused() {
    byte[] bytes = "; op_name = a?b".getBytes(StandardCharsets.UTF_8);
    bytes[13] = (byte) 0xc3;
    KeyValueRecord record = (KeyValueRecord) Lines.parse(bytes);
    assertThat(record.value("op_name")).isEqualTo("a\ufffdb");
  }
}
