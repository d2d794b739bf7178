package io.tidemark.analysis.system.xla;

import static io.tidemark.analysis.system.xla.XlaOomOracle.head;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.message.RowFact;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One wording per row; those of the samples are read in {@link XlaLogSamplesTest}. */
class XlaLogFormatTest {

  private static final long GIB = 1L << 30;

  private static Parsed seen(String line) {
    return XlaOomOracle.seen(Lines.parse(line));
  }

  private static final String A_HEAD =
      "Ran out of memory in memory space hbm. Used 30G of 15G hbm. Exceeded hbm capacity by 15G.";

  private static final String B_HEAD =
      "Ran out of memory on HBM, the total memory required for HLO temporaries (2G) exceeds"
          + " available HBM (1G).";

  private static final String C_HEAD =
      "Attempting to allocate 3G at the top of memory. That was not possible. There are 2G free,"
          + " 0B reserved, and 1G reservable.";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: ",
        "E   jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: ",
        "RuntimeError: Bad StatusOr access: RESOURCE_EXHAUSTED: ",
        "ERROR 10-23 04:15:50 [core.py:1] RuntimeError: Resource exhausted: ",
        "tensorflow.python.framework.errors_impl.ResourceExhaustedError: ",
        "[rank1]: (pid=3) Nov 22 05:54:09 node-1 train[7]: XlaRuntimeError: RESOURCE_EXHAUSTED: ",
        "I tsl/a.cc:1103] ",
        "W0712 14:20:01.747531   77 op.cc:1] OP_REQUIRES failed at a.h:1 : RESOURCE_EXHAUSTED: ",
        "XlaRuntimeError: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. ",
        "RuntimeError: Compilation failure: ",
        "  (0) Resource exhausted: {{function_node __inference_1}} ",
        "(train pid=4711, ip=10.0.0.1) 2020-05-04 09:05:40.721128: E    1578 xla_util.cc:76] ",
        "/home/user/prompt/train.py:12: RuntimeError: RESOURCE_EXHAUSTED: ",
        "RESOURCE_EXHAUSTED: ",
        "Resource exhausted: ",
        "Compilation failure: ",
        "E   RESOURCE_EXHAUSTED: ",
        "[rank1]: RESOURCE_EXHAUSTED: ",
        "ERROR: LoadError: RESOURCE_EXHAUSTED: ",
        "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: E1234: CompileTimeHbmOom: ",
        "UnfilteredStackTrace: RuntimeError: RESOURCE_EXHAUSTED: ",
        "Exception in device=TPU:3: RESOURCE_EXHAUSTED: ",
        "absl::Status: RESOURCE_EXHAUSTED: ",
        "E0118 22:42:45.737331   20084 client.cc:1889] Client::Allocate returning error after 1"
            + " attempt(s): RESOURCE_EXHAUSTED: ",
        "I0606 03:15:40.174 1234 train.py:55] failed: XlaRuntimeError: RESOURCE_EXHAUSTED: ",
        "  3%|█         | 3/60 [00:01<00:22,  2.50it/s]RuntimeError: RESOURCE_EXHAUSTED: ",
        "Epoch 2:   3%|█         | 3/60 [00:01<00:22,  2.50it/s]RuntimeError: RESOURCE_EXHAUSTED: ",
        "2026-02-11 09:14:51.120 | ERROR    | demo.run:main:88 - step failed: RESOURCE_EXHAUSTED: ",
        "2026-02-11 09:14:51,120 | CRITICAL | trainer | RESOURCE_EXHAUSTED: ",
        "[2026-07-15T10:48:46.895Z] RuntimeError: RESOURCE_EXHAUSTED: ",
        "** (RuntimeError) RESOURCE_EXHAUSTED: ",
      })
  void aHeadIsFoundBehindAStatusOrItsLoggersPrefix(String before) {
    assertThat(seen(before + A_HEAD))
        .isEqualTo(
            head(
                "compile-space",
                "memory",
                "hbm",
                "needed",
                30 * GIB,
                "capacity",
                15 * GIB,
                "missing",
                15 * GIB));
    assertThat(seen(before + B_HEAD))
        .isEqualTo(
            head("compile-temporaries", "memory", "HBM", "needed", 2 * GIB, "capacity", GIB));
    assertThat(seen(before + C_HEAD))
        .isEqualTo(head("reservation", "needed", 3 * GIB, "free", 2 * GIB, "largest", GIB));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user: RESOURCE_EXHAUSTED: ",
        "INFO 10-23 04:15:50 [logger.py:39] RESOURCE_EXHAUSTED: ",
        "I0712 14:20:01.747531   77 server.py:88] RESOURCE_EXHAUSTED: ",
        "I0712 14:20:01.747531   77 server.cc:88] prompt \"RESOURCE_EXHAUSTED: ",
        "> RESOURCE_EXHAUSTED: ",
        "| RESOURCE_EXHAUSTED: ",
        "** RESOURCE_EXHAUSTED: ",
        "** (see) RESOURCE_EXHAUSTED: ",
        "2026-02-11 09:14:51.120 | INFO     | demo.run:main:88 - RESOURCE_EXHAUSTED: ",
        "{\"msg\": \"RESOURCE_EXHAUSTED: ",
        "the words ",
      })
  void behindAnythingElseItIsQuoted(String before) {
    assertThat(Lines.parse(before + A_HEAD)).isInstanceOf(Parsed.Quoted.class);
    assertThat(Lines.parse(before + B_HEAD)).isInstanceOf(Parsed.Quoted.class);
    assertThat(Lines.parse(before + C_HEAD)).isInstanceOf(Parsed.Quoted.class);
  }

  @Test
  void aNewAllocatorsNoteBehindTheBytesIsPassed() {
    assertThat(
            seen(
                "XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 64 bytes"
                    + " [tf-error='']"))
        .isEqualTo(head("gpu", "needed", 64));
  }

  /** Column 0 stands for the position after the last byte, where the rest is missing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Ran out of memory in memory space hbm. Used 30.21G of | 0 | compile-space: broken here",
        "Can't reduce memory use below 89.66GiB (962706 | 0 | rematerialization: broken here",
        "Allocator (GPU_0_bfc) ran out of memory trying to allocate 546.16MiB wi | 0 |"
            + " allocator: cut",
        "Allocator (a) ran out of memory trying to allocate 1MiB (rounded to 10) requ | 0 |"
            + " allocator: cut",
        "Allocator (a) ran out of memory trying to allocate 1MiB (rounded to 10 | 0 |"
            + " allocator: broken request",
        "OOM when allocating tensor with shape[1024,40 | 0 | bfc-tensor-of-a-plugin: broken here",
      })
  void aCutHeadTellsWhereItBroke(String line, int column, String reason) {
    String status = "XlaRuntimeError: RESOURCE_EXHAUSTED: ";
    int expected = status.length() + (column == 0 ? line.length() + 1 : column);
    assertThat(Lines.parse(status + line)).isEqualTo(new Rejected(Xla.LOG, expected, reason));
  }

  /** Words of a failure are one although the line ends before its figures. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ran out of memory in memory space hbm. Use",
        "Allocator (GPU_0_bfc) ran out of memory trying to allocate",
        "Failed to allocate request for 1.00KiB (1024B) on dev",
      })
  void aCutHeadOfAFailureIsOne(String line) {
    assertThat(Lines.parse("XlaRuntimeError: RESOURCE_EXHAUSTED: " + line))
        .isInstanceOfSatisfying(Fact.class, fact -> assertThat(fact.isGuess()).isTrue());
  }

  /** People indent a report with the text around it. */
  @Test
  void aReportMayBeIndentedFurther() {
    String pad = " ".repeat(8);
    for (String line :
        List.of(
            "    arguments         7.04G ",
            "Output size 6.0K; shares 0B with arguments.",
            "Program hbm requirement 1.68G:",
            "    HLO temp          1.68G (66.7% utilization: Unpadded (1.12G) Padded (1.67G))",
            "  Largest program allocations in hbm:",
            "  1. Size: 570.00M",
            "     Shape: f32[29184,2,2560]{2,1,0:T(2,128)}",
            "     ==========================")) {
      assertThat(Lines.parse(pad + line)).isInstanceOf(Fact.class).isEqualTo(Lines.parse(line));
    }
    assertThat(Lines.parse(pad + "Total hbm usage >= 8G:"))
        .isEqualTo(XlaLogOracle.line("total", "indented", "", "memory", "hbm"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "    reserved(Infeed/Outfeed) 529.00M|part|reserved(Infeed/Outfeed)|554696704",
        "    heap allocations (without fragmentation)   6.00G |part|heap allocations (without fragmentation)|6442450944",
        "    output  5.00G (71.6% utilization) [may share some memory]|part|output|5368709120",
        "    overlays   unknown size|part|overlays|-1",
        "   Currently allocated:  6.00G (   6,442,450,944 bytes)|row|Currently allocated|6442450944",
        "   Available after request:  -1.50G (  -1,610,612,736 bytes)|row|Available after request|-1",
        "\t Program requirement: 3.00G ( 3221225472 bytes)|row|Program requirement|3221225472",
      })
  void aPartOrARowStatesItsNameAndItsBytes(String line, String kind, String name, long bytes) {
    assertThat(Lines.parse(line))
        .isInstanceOfSatisfying(
            RowFact.class,
            read -> {
              assertThat(read.kind()).isEqualTo(kind);
              assertThat(read.word("name")).isEqualTo(name);
              assertThat(read.bytes()).isEqualTo(bytes);
            });
  }

  /** Keys stand under a TAB, or under five blanks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {"    Shape: f32[2]|false", "     Shape: f32[2]|true", "\tShape: f32[2]|true"})
  void aTabCountsAsEightColumns(String line, boolean isKey) {
    assertThat(Lines.parse(line) instanceof RowFact).isEqualTo(isKey);
  }

  /** A list that is cut within a size states no size. */
  @Test
  void aFractionWithoutAUnitIsCut() {
    assertThat(Lines.parse("                Size: 1.27")).isEqualTo(XlaLogOracle.report("key"));
    assertThat(Lines.parse("                Size: 127"))
        .isEqualTo(XlaLogOracle.report("key", "bytes", 127));
  }

  @Test
  void aCutTotalTellsWhereItBroke() {
    assertThat(Lines.parse("Total hbm usage >= 30.7x:"))
        .isEqualTo(new Rejected(Xla.LOG, 24, "total usage: broken size"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ran out of memory on my laptop",
        "failed to allocate 12 pages",
        "failed to allocate memory",
        "We are out of memory while trying to allocate",
        "Attempting to reserve a table",
        "Allocation (size=unknown)",
        "My Allocator ran out of memory trying to allocate much",
        "2024-07-12 14:20:01.747531: I tsl/bfc_allocator.cc:1103] Garbage collection: nothing",
        "tsl/bfc_allocator.cc:",
        "bfc_allocator.cc:12] ***___",
        "Limit: none",
        "InUse:3",
        "Shape: f32[2]",
        "  Shape: f32[2]",
        "    program counter 17 of 20",
        "    reserved",
        "  12. Sizes",
        "Total time usage",
        "Program counter",
        "    Size:  12 (many)",
      })
  void whatOnlyLooksLikeItIsNone(String line) {
    assertThat(Lines.parse(line)).isEqualTo(Ignored.IGNORED);
  }
}
