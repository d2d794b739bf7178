package io.tidemark.analysis.system.tenstorrent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpTensorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(%0) : (x) -> tensor<8xbf16>                                    | tensor<8xbf16>",
        "(%0) : (x) -> (tensor<8xbf16>, tensor<4xf32>)                   | (tensor<8xbf16>, tensor<4xf32>)",
        "(%0) : (x) -> tensor<8xbf16, #l<(d0, d1) -> (d0, d1)>>          | tensor<8xbf16, #l<(d0, d1) -> (d0, d1)>>",
        "(%0) : (x -> tensor<1xi8>) -> tensor<2xi8>                      | tensor<2xi8>",
        "(%0) : (x) -> tensor<8xbf16> -> -> ()                           | tensor<8xbf16> -> -> ()",
        "(%0) : (x) -> ()                                                | ''",
        "(%0) : (x) -> tensor                                            | ''",
        "(%0)                                                            | ''",
      })
  void theResultsStandBehindTheLastArrowBeforeTensors(String op, String yields) {
    byte[] bytes = op.getBytes(UTF_8);
    Line line = new Line(bytes, 0, bytes.length);
    assertThat(OpTensors.effect(line, "%1", "ttnn.add", 0, bytes.length).yields())
        .isEqualTo(yields);
  }
}
