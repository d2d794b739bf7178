package io.tidemark.analysis.system.tpumlir;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed.Ignored;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChipTest {

  @ParameterizedTest
  @CsvSource({
    "bm1684, 64, 128, 524288, 65536",
    "bm1684x, 64, 64, 262144, 16384",
    "bm1684x2, 16, 32, 262144, 16384",
    "bm1688, 32, 16, 131072, 8192",
    "cv186x, 32, 16, 131072, 8192",
    "bm1690, 64, 64, 262144, 16384",
    "sg2262, 64, 64, 262144, 16384",
    "sg2260, 64, 64, 262144, 16384",
    "bm1690e, 64, 64, 262144, 16384",
    "sg2380, 32, 16, 131072, 8192",
    "sgtpuv8, 8, 16, 65536, 4096",
    "cv184x, 8, 16, 65536, 4096",
    "mars3, 8, 16, 65536, 4096",
    "cv180x, 2, 16, 32768, 4096",
    "cv181x, 8, 16, 32768, 4096",
    "cv182x, 8, 16, 32768, 4096",
    "cv183x, 0, 1, 32768, 4096",
    "ada300, 1, 64, 1310720, 262144",
  })
  void aChipsLaneIsAsItsHeaderSays(String name, int lanes, int align, int bytes, int bankBytes) {
    Chip chip = Chip.named(name);
    assertThat(chip).isNotNull();
    assertThat(chip.lanes()).isEqualTo(lanes);
    assertThat(chip.alignBytes()).isEqualTo(align);
    assertThat(chip.laneBytes()).isEqualTo(bytes);
    assertThat(chip.bankBytes()).isEqualTo(bankBytes);
    assertThat(Chip.values()).hasSize(18);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Load debugger file \"net_bm1684x_int8.layer_group_debugger.json\" success!~BM1684X",
        "Load debugger file \"for_bm1684_cv181x_w4bf16.layer_group_config.json\" success!~CV181X",
        "[Running]: tpuc-opt a.mlir --processor-assign=\"chip=bm1688 mode=INT8\" -o b~BM1688",
        "tpuc-opt a.mlir --processor-assign=\"chip=sg2380\"~SG2380",
        "chip: BM1684X~BM1684X",
      })
  void aLineThatNamesOneIsRead(String line, Chip chip) {
    assertThat(Lines.parse(line)).isEqualTo(new ChipNamed(chip));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Load debugger file \"net_tpu9_int8.layer_group_debugger.json\" success!",
        "Load debugger file \"",
        "Load debugger file \"bm1684x\"",
        "--processor-assign=\"chip=",
        "--processor-assign=\"chip=bm1684x_or_other",
        "chip: ",
        "chip: potato",
        "chip: BM1684X or so",
        "a chip: BM1684X",
      })
  void anyOtherNamesNone(String line) {
    assertThat(Lines.parse(line)).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void aNameOfNoChipIsNone() {
    assertThat(Chip.named("bm168")).isNull();
    assertThat(Chip.named("")).isNull();
  }
}
