package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.figure.BoardMeter;
import io.tidemark.sink.figure.SeriesKey;
import io.tidemark.sink.history.RemoteWrite.WriteRequest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteRequestTest {

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(UTF_8));
  }

  /** {@code 0a len 0a len name 12 len value}: a label as protoc encodes it. */
  private static String label(String name, String value) {
    return "0a%02x0a%02x%s12%02x%s"
        .formatted(
            4 + name.length() + value.length(),
            name.length(),
            hex(name),
            value.length(),
            hex(value));
  }

  @Test
  void theBytesAreThoseOfTheProtocol() {
    WriteRequest request = new WriteRequest();
    Series series = Series.of(new SeriesKey(BoardMeter.READY, List.of()));
    request.add(series, 300, 1.0);
    request.add(series, 301, HistoryWriter.STALE);
    String line =
        label("__name__", "tidemark_ready")
            + label("instance", "replay")
            + label("job", "tidemark")
            + "120c09000000000000f03f10ac02"
            + "120c09020000000000f07f10ad02";
    assertThat(request.samples()).isEqualTo(2);
    assertThat(HexFormat.of().formatHex(request.bytes()))
        .isEqualTo("0a%02x%s".formatted(line.length() / 2, line));
  }
}
