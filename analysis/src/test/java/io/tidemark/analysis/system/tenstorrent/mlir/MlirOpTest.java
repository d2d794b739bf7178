package io.tidemark.analysis.system.tenstorrent.mlir;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MlirOpTest {

  private static final String TILED =
      "tensor<1x768xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>,"
          + " memref<1x24x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>";

  private static MlirOp op(String text) {
    return requireNonNull(MlirOp.parse(text));
  }

  @Test
  void anOpTellsAllItsParts() {
    MlirOp op =
        op(
            "%5 = \"ttnn.reshape\"(%4, %0) <{shape = [1 : i32, 768 : i32]}> : ("
                + TILED
                + ", !ttnn.device) -> "
                + TILED
                + " loc(\"1|Conv[conv]|x.py:9\"(\"inner\"))");
    assertThat(op.result()).isEqualTo("%5");
    assertThat(op.name()).isEqualTo("ttnn.reshape");
    assertThat(op.operands()).containsExactly("%4", "%0");
    assertThat(op.attributes()).isEqualTo("shape = [1 : i32, 768 : i32]");
    assertThat(op.inputTypes()).isEqualTo(TILED + ", !ttnn.device");
    assertThat(op.outputType()).isEqualTo(TILED);
    assertThat(op.location()).isEqualTo("1|Conv[conv]|x.py:9");
  }

  @Test
  void operandsInBracketsStayTogether() {
    MlirOp op = op("%0 = ttcore.load_cached(@f, [%arg0, %arg1]) : () -> () loc(unknown)");
    assertThat(op.operands()).containsExactly("@f", "[%arg0, %arg1]");
    assertThat(op.loadsCached()).isTrue();
    assertThat(op.inputTypes()).isEmpty();
    assertThat(op.outputType()).isEmpty();
    assertThat(op.location()).isNull();
  }

  @Test
  void attributesMayHoldBracesAndQuotes() {
    MlirOp op = op("%1 = \"ttnn.x\"() <{a = {b = \"}>\"}, c = 1 : i32}> : () -> i32");
    assertThat(op.attributes()).isEqualTo("a = {b = \"}>\"}, c = 1 : i32");
    assertThat(op.outputType()).isEqualTo("i32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%0", "%0 = ", "return", "%0 = (", "((((", "%0 = \"\"()"})
  void whatIsNoOpIsNone(String text) {
    assertThat(MlirOp.parse(text)).isNull();
  }

  @Test
  void anOpCutAnywhereIsReadAsFarAsItGoesOrNotAtAll() {
    String whole =
        "%1 = \"ttnn.add\"(%0, [%1]) <{a = \"q\"}> : (" + TILED + ") -> " + TILED + " loc(\"x\")";
    for (int end = 0; end <= whole.length(); end++) {
      MlirOp op = MlirOp.parse(whole.substring(0, end));
      if (op != null) {
        assertThat("ttnn.add").startsWith(op.name());
        assertThat(MlirTensor.all(op.inputTypes() + op.outputType())).hasSizeLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void aMillionBracketsTakeNoTime() {
    String open = "%0 = \"ttnn.x\"(" + "<[({".repeat(250_000);
    Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> MlirOp.parse(open));
    assertThat(MlirOp.parse(open)).isNotNull().extracting(MlirOp::name).isEqualTo("ttnn.x");
  }

  @Test
  void anArgumentListDeclaresWeightsAndInputs() {
    List<ModuleArgument> arguments =
        ModuleArgument.declared(
            "  func.func @main(%arg0: tensor<768xbf16> {ttcore.argument_type ="
                + " #ttcore.argument_type<parameter>, ttir.name = \"bias\"} loc(\"x\"), %arg1:"
                + " tensor<2x3xf32> {ttcore.argument_type = #ttcore.argument_type<constant>},"
                + " %arg2: tensor<4xsi32> {ttcore.argument_type ="
                + " #ttcore.argument_type<input>, ttir.name = \"args_0\"}, %arg3: tensor<f32>)"
                + " -> tensor<768xbf16> {");
    assertThat(arguments).extracting(ModuleArgument::ssa).contains("%arg0", "%arg3").hasSize(4);
    assertThat(arguments)
        .extracting(ModuleArgument::type)
        .containsExactly("parameter", "constant", "input", "unknown");
    assertThat(arguments)
        .extracting(ModuleArgument::name)
        .containsExactly("bias", null, "args_0", null);
    assertThat(arguments)
        .extracting(argument -> argument.tensor().logicalBytes())
        .containsExactly(1536L, 24L, 16L, 4L);
    assertThat(arguments.stream().filter(ModuleArgument::weight)).hasSize(2);
    assertThat(ModuleArgument.declared("func.func private @main_const_eval_0(%arg0:")).isEmpty();
  }
}
