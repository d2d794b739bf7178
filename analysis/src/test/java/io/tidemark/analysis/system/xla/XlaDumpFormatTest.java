package io.tidemark.analysis.system.xla;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.system.xla.XlaDumpFact.Allocation;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.LiveRange;
import io.tidemark.analysis.system.xla.XlaDumpFact.ProgramPoint;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import io.tidemark.analysis.system.xla.XlaDumpFact.ValueHead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XlaDumpFormatTest {

  @Test
  void aShapesCommasAndCommentsAreNoAttributes() {
    assertThat(
            Lines.parse(
                "allocation 82: size 512, output shape is |(bf16[2], /*index=5*/bf16[8,2],"
                    + " constant)|, maybe-live-out:"))
        .isEqualTo(new Allocation(82, 512, 0, -1, "output", true, false));
  }

  @Test
  void aDonatedArgumentIsAParameterThatLivesOut() {
    assertThat(
            Lines.parse(
                "allocation 1: size 26, color 1, page 3, parameter 26, shape |f32[2,(8]| at"
                    + " ShapeIndex {1,2}, maybe-live-out:"))
        .isEqualTo(new Allocation(1, 26, 1, 26, "parameter", true, false));
  }

  @Test
  void aValueKeepsItsIndexAndItsShape() {
    assertThat(
            Lines.parse(
                " value: <6062 copy-start.245{0} @1> (size=8388608,offset=100839424):"
                    + " bf16[2048,1000]{1,0:T(8,128)(2,1)S(1)}"))
        .isEqualTo(
            new Value(
                6062,
                "copy-start.245{0}",
                8388608,
                100839424,
                "bf16[2048,1000]{1,0:T(8,128)(2,1)S(1)}"));
    assertThat(Lines.parse(" value: <7 while.1 (phi) @0> (size=16,offset=0): (s4[3], f32[])"))
        .isEqualTo(new Value(7, "while.1{}", 16, 0, "(s4[3], f32[])"));
    assertThat(Lines.parse(" value: <7 x @0> (size=16,offset=0): s4[3]{0}"))
        .isEqualTo(new Value(7, "x{}", 16, 0, "s4[3]{0}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bf16[2048,1000]{1,0:T(8,128)(2,1)S(1)} | 4096000",
        "s4[3]{0} | 2",
        "f32[] | 4",
        "f8e4m3fn[7] | 7",
        "f32[<=16,2] | 128",
        "pred[0,5] | 0",
        "(s4[3], f32[]) | -1",
        "q3[5] | -1",
        "f32[5,] | -1",
        "f32[a] | -1",
        "f32[2000000000,2000000000] | -1",
      })
  void aShapeHasASizeWithoutPadding(String shape, long bytes) {
    assertThat(XlaShape.bytes(shape)).isEqualTo(bytes);
  }

  @Test
  void theOpcodeStandsBehindTheShapeOfWhateverForm() {
    assertThat(
            Lines.parse(
                " from instruction: %f.1 = (f32[2]{0:T(128)}, /*index=1*/s32[])"
                    + " get-tuple-element(%a), index=0"))
        .isEqualTo(new Instruction("f.1", "get-tuple-element", null));
    assertThat(Lines.parse(" from instruction: %f.1 = (f32[2]) not an opcode"))
        .isEqualTo(new Instruction("f.1", null, null));
  }

  @Test
  void aQuoteInAnOpNameIsEscaped() {
    assertThat(
            Lines.parse(
                " from instruction: %p.1 = f32[] parameter(0),"
                    + " metadata={op_name=\"state[0][\\'gf\\']\" stack_frame_id=5}"))
        .isEqualTo(new Instruction("p.1", "parameter", "state[0]['gf']"));
    assertThat(Lines.parse(" from instruction: ROOT %t = (f32[]) tuple(%a)"))
        .isEqualTo(new Instruction("t", "tuple", null));
  }

  @Test
  void theTreesNumbersHaveBlanksBetweenThousands() {
    assertThat(Lines.parse("  Stack trace breakdown for peak usage: 10 183 078 300 bytes"))
        .isEqualTo(XlaLogOracle.report("peak_total", "bytes", 10_183_078_300L));
  }

  @Test
  void oldPeakBuffersHaveNeitherIndexNorSum() {
    assertThat(Lines.parse("    fusion.5: 2097152 bytes"))
        .isEqualTo(XlaLogOracle.report("peak_buffer", "bytes", 2_097_152));
    assertThat(Lines.parse("    s{1}: 4 bytes (cumulative: 8 bytes)"))
        .isEqualTo(XlaLogOracle.line("peak_buffer", "cumulative", "", "bytes", 4));
  }

  @Test
  void theRestOfTheLines() {
    assertThat(Lines.parse("    0:state_0___emb__.1"))
        .isEqualTo(new ProgramPoint(0, "state_0___emb__.1"));
    assertThat(Lines.parse("    slice.40{1,2}:214-232"))
        .isEqualTo(new LiveRange("slice.40{1,2}", 214, 232));
    assertThat(Lines.parse("<2 reduce_sum.5 @0>")).isEqualTo(new ValueHead(2, "reduce_sum.5{}"));
    assertThat(Lines.parse("Memory Space: vmem (color=1)"))
        .isEqualTo(XlaLogOracle.report("space", "color", 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "allocation 1: size x ! 20 ! allocation: no size",
        "allocation 1: size 5, color x: ! 29 ! allocation: broken attribute",
        "allocation 1: size 5, output shape is |(f32 ! 44 ! allocation: broken attribute",
        "allocation 1: size 5 ! 21 ! allocation: cut short",
        "' value: <x y>' ! 10 ! value: broken name",
        "' value: <1 y> (size=,offset=0): f32[]' ! 21 ! value: broken size",
        "' value: <1 y> (size=4,offset=' ! 30 ! value: broken offset or no shape",
        "HloLiveRange (max x): ! 19 ! live range: broken head",
        "'  Live ranges at 9 (pea' ! 24 ! live range: broken peak",
      })
  void aBrokenLineTellsWhereAndWhy(String line, int column, String reason) {
    assertThat(Lines.parse(line)).isEqualTo(new Rejected(Xla.DUMP, column, reason));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "allocation failed: out of memory",
        "allocation 3: size 1.91GiB, preallocated-temp:",
        "    at io.foo.Bar(Bar.java:12)",
        "    12: foo",
        "    key: 12",
        "<html>",
        "  reduce_sum.5",
        "Total bytes: many",
      })
  void linesOfOthersAreLeftAlone(String line) {
    assertThat(Lines.parse(line)).isEqualTo(Ignored.IGNORED);
  }
}
