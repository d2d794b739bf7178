package io.tidemark.analysis.system.tenstorrent.mlir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MlirTensorTest {

  private static MlirTensor tensor(String text) {
    return MlirTensor.all(text).get(0);
  }

  private static String tiled(String shape, String grid, String memref, String dtype, String kind) {
    return "tensor<"
        + shape
        + ", #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <"
        + grid
        + ">, memref<"
        + memref
        + "x!ttcore.tile<32x32, "
        + dtype
        + ">, #ttnn.buffer_type<l1>>, <"
        + kind
        + ">>>";
  }

  @Test
  void aRowMajorTensorHasNoPadding() {
    MlirTensor tensor =
        tensor(
            "tensor<768x3xbf16, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<768x3xbf16,"
                + " #ttnn.buffer_type<system_memory>>>>");
    assertThat(tensor.tiled()).isFalse();
    assertThat(tensor.memory()).isEqualTo("system_memory");
    assertThat(tensor.paddedShape()).containsExactly(768L, 3L);
    assertThat(tensor.paddedBytes()).isEqualTo(tensor.logicalBytes()).isEqualTo(4608);
  }

  @ParameterizedTest
  @CsvSource({
    "1x768xbf16, bf16, 1x24, 1536, 49152",
    "1x768xf32, f32, 1x24, 3072, 98304",
    "32x64xsi32, si32, 1x2, 8192, 8192",
    "33x32xui8, ui8, 2x1, 1056, 2048",
  })
  void aTiledTensorIsFilledUpToItsTiles(
      String shape, String dtype, String memref, long logical, long padded) {
    MlirTensor tensor = tensor(tiled(shape, "1x1", memref, dtype, "interleaved"));
    assertThat(tensor.logicalBytes()).isEqualTo(logical);
    assertThat(tensor.paddedBytes()).isEqualTo(padded);
    assertThat(tensor.dtype()).isEqualTo(dtype);
  }

  @ParameterizedTest
  @CsvSource({"bfp_bf8, 1088, 2176", "bfp_bf4, 576, 1152", "bfp_f8, 1088, 2176"})
  void aBlockFormatSharesItsExponents(String dtype, long logical, long padded) {
    MlirTensor tensor =
        tensor(tiled("32x32x!ttcore.tile<32x32, " + dtype + ">", "1x1", "2x1", dtype, "x"));
    assertThat(tensor.dtype()).isEqualTo(dtype);
    assertThat(tensor.shape()).containsExactly(32L, 32L);
    assertThat(tensor.logicalBytes()).isEqualTo(logical);
    assertThat(tensor.paddedBytes()).isEqualTo(padded);
  }

  @Test
  void shardsLieOnEveryCoreOfTheGrid() {
    MlirTensor tensor = tensor(tiled("256x512xbf16", "8x8", "1x2", "bf16", "block_sharded"));
    assertThat(tensor.cores()).isEqualTo(64);
    assertThat(tensor.paddedBytes()).isEqualTo(tensor.logicalBytes()).isEqualTo(256 * 512 * 2);
    assertThat(tensor.paddedShape()).containsExactly(32L, 64L);
  }

  @Test
  void theOlderNameOfATileIsKnown() {
    MlirTensor tensor =
        tensor("tensor<4x4xf32, memref<1x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>>");
    assertThat(tensor.tile()).isEqualTo(List.of(32L, 32L));
    assertThat(tensor.paddedBytes()).isEqualTo(4096);
  }

  @ParameterizedTest
  @CsvSource({
    "tensor<f32>, '', f32, 4",
    "tensor<3x4xi1>, 3x4, i1, 12",
    "tensor<3x4xcomplex<f32>>, 3x4, complex, -1",
    "tensor<?x4xf32>, '', '', -1",
    "tensor<999999999999999999x999999999999999999xf32>, 999999999999999999x999999999999999999, f32,"
        + " -1",
    "tensor<, '', '', -1",
  })
  void aTypeThatIsNotKnownHasNoSize(String text, String shape, String dtype, long bytes) {
    MlirTensor tensor = tensor(text);
    assertThat(tensor.shapeText()).isEqualTo(shape);
    assertThat(tensor.dtype()).isEqualTo(dtype);
    assertThat(tensor.logicalBytes()).isEqualTo(bytes);
  }
}
