package io.tidemark.analysis.system.tpumlir;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed.Rejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BmProfileFormatTest {

  private static final String TENSOR =
      "[bmprofile] tensor_id=-1 is_in=1 shape=[1x3x5] dtype=9 is_const=0 gaddr=4096 gsize=0"
          + " loffset=64 nslice=0 hslice=0 l2addr=0";

  @Test
  void aTensorsBytesAreOfItsShapeAndType() {
    assertThat(Lines.parse(TENSOR))
        .isEqualTo(new BmProfileFact.Tensor(-1, true, false, 8, 4096, 64));
    assertThat(Lines.parse(TENSOR.replace("dtype=9", "dtype=0")))
        .isEqualTo(new BmProfileFact.Tensor(-1, true, false, 60, 4096, 64));
    assertThat(Lines.parse(TENSOR.replace("dtype=9", "dtype=99")))
        .isEqualTo(new BmProfileFact.Tensor(-1, true, false, -1, 4096, 64));
  }

  @ParameterizedTest
  @CsvSource({
    "-1 is_in, x is_in, 23",
    "1x3x5, 1x3x, 45",
    "1x3x5, 9999999999999x9999999999999, 54",
    "gaddr=4096, gaddr=-1, 73",
    "loffset=64, loff, 90",
  })
  void aLineThatBreaksTellsWhere(String good, String bad, int column) {
    assertThat(Lines.parse(TENSOR.replace(good, bad)))
        .isEqualTo(new Rejected(TpuMlir.BM_PROFILE, column, "no line of a net's profile"));
  }

  @Test
  void layersMayHaveNoNameOrOne() {
    assertThat(Lines.parse("[bmprofile] local_layer: layer_id=5 layer_type=Load layer_name="))
        .isEqualTo(new BmProfileFact.Layer(true, 5, "Load", ""));
    assertThat(Lines.parse("[bmprofile] global_layer: layer_id=5 layer_type=Add layer_name=a b"))
        .isEqualTo(new BmProfileFact.Layer(false, 5, "Add", "a b"));
    assertThat(Lines.parse("[bmprofile] global_layer: layer_id=x")).isInstanceOf(Rejected.class);
  }
}
