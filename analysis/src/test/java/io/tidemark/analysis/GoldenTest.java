package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code input.log} of a folder yields exactly the facts of {@code facts.golden} beside it. */
class GoldenTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "system/tenstorrent/runtime",
        "system/tpumlir/records",
        "system/tpumlir/bmprofile",
        "system/tpumlir/tpu-profile"
      })
  void aLogSaysWhatItsGoldenFileTells(String folder) throws IOException {
    List<byte[]> lines = Lines.split(read(folder + "/input.log"));
    String facts =
        IntStream.range(0, lines.size())
            .mapToObj(i -> (i + 1) + " " + tell(Lines.parse(lines.get(i))) + "\n")
            .collect(Collectors.joining());
    assertThat(facts).isEqualTo(new String(read(folder + "/facts.golden"), StandardCharsets.UTF_8));
  }

  private static byte[] read(String name) throws IOException {
    try (InputStream in = GoldenTest.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return in.readAllBytes();
    }
  }

  private static String tell(Parsed parsed) {
    if (parsed == Ignored.IGNORED) {
      return "-";
    }
    if (parsed == Quoted.QUOTED) {
      return "quoted";
    }
    if (parsed instanceof Unprefixed bare) {
      return "without its head: " + bare.fact();
    }
    if (parsed instanceof Rejected rejected) {
      return "rejected at " + rejected.column() + ": " + rejected.reason();
    }
    if (parsed instanceof KeyValueRecord record) {
      return record.items().stream()
          .map(item -> item.key() + " = [" + item.value() + "]")
          .collect(Collectors.joining(", "));
    }
    return parsed.toString();
  }
}
