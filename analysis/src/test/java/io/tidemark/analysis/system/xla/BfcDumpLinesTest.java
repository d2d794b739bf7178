package io.tidemark.analysis.system.xla;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.LogPrefix;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.message.RowFact;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of allocator dumps, with their prefixes and sizes. */
class BfcDumpLinesTest {

  private static final String BFC = "2018-01-01 00:00:00.000001: I tf/bfc_allocator.cc:643] ";

  @ParameterizedTest
  @CsvSource({
    "InUse at 7f0a of size , 87, chunk: broken size",
    "Next region of size x, 80, region: broken size",
    "Total bytes in pool: 1 memory_limit_: , 97, pool: broken figures",
    "Allocator (GPU_0_bfc) ran out of mem, 96, allocator: cut",
  })
  void aCutLineOfADumpSaysWhereItBroke(String message, int column, String reason) {
    Parsed parsed = Lines.parse(BFC + message);
    assertThat(parsed).isInstanceOf(Rejected.class);
    assertThat(((Rejected) parsed).reason()).isEqualTo(reason);
    assertThat(((Rejected) parsed).column()).isBetween(BFC.length() + 1, column);
  }

  @ParameterizedTest
  @CsvSource({
    "0B, 0",
    "612B, 612",
    "9.8KiB, 10035",
    "1.0K, 1024",
    "16.00MiB, 16777216",
    "14.31G, 15365245501",
    "1.5T, 1649267441664",
    "7365066752, 7365066752",
    "-2.55G, -2738041651",
  })
  void sizesForPeopleAreBytes(String text, long bytes) {
    byte[] line = Bytes.of(text);
    assertThat(Sizes.read(new Cursor(line, 0, line.length))).isEqualTo(bytes);
    assertThat(bytes).isEqualTo(XlaLogOracle.size(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "1.", "x", "-", "9999999999999999999", "9000000000E", "1.x"})
  void whatIsNoSizeIsNone(String text) {
    byte[] line = Bytes.of(text);
    assertThat(Sizes.read(new Cursor(line, 0, line.length))).isEqualTo(Sizes.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Limit",
        "InUse",
        "MaxInUse",
        "NumAllocs",
        "MaxAllocSize",
        "Reserved",
        "PeakReserved",
        "LargestFreeBlock"
      })
  void everyStatisticIsRead(String name) {
    assertThat(Lines.parse(name + ":     5"))
        .isEqualTo(XlaLogOracle.line("statistic", name, "", "bytes", 5));
  }

  /** A dump's statistics stand in any log, so only a figure of no memory rejects its line. */
  @Test
  void aStatisticAboveAnyMemorySaysSo() {
    assertThat(Lines.parse("InUse:     99999999T"))
        .isInstanceOfSatisfying(
            Rejected.class,
            line -> assertThat(line.reason()).startsWith("statistic: InUse: a figure above"));
    assertThat(Lines.parse("InUse:     99999999T of it")).isInstanceOf(Rejected.class);
    assertThat(Lines.parse("InUse:     99 of it")).isEqualTo(Parsed.Ignored.IGNORED);
  }

  @Test
  void linesOfOlderAndNewerAllocatorsAreRead() {
    assertThat(
            Lines.parse(
                BFC
                    + "Bin (256): \tTotal Chunks: 3, Chunks in use: 1 1.0KiB allocated for chunks."
                    + " 12B client-requested for chunks. 256B in use in bin. 4B client-requested in"
                    + " use in bin."))
        .isEqualTo(XlaLogOracle.report("state"));
    assertThat(Lines.parse(BFC + "Chunk at 0x7f00 of size 512"))
        .isEqualTo(XlaLogOracle.report("state", "+chunks", 512));
    assertThat(Lines.parse(BFC + "Free at 0x7f00 of size 512"))
        .isEqualTo(XlaLogOracle.report("state", "^largest", 512));
    assertThat(
            Lines.parse(
                BFC
                    + "InUse at 7f of size 256 by op a b action_count 1 step 2 next 18446744073709551615"))
        .isEqualTo(XlaLogOracle.report("state", "+chunks", 256));
    assertThat(
            Lines.parse(
                BFC
                    + "Allocator memory summary: rounded request 1B, total free in pool 2B, largest"
                    + " free chunk usable by lower end 3B, unallocated bytes 4B, pool size 5B, pool"
                    + " limit 6B"))
        .isEqualTo(
            XlaLogOracle.report("state", "limit", 6, "unallocated", 4, "free", 2, "^largest", 3));
    assertThat(
            Lines.parse(
                "W0712 14:20:01.747531   77 bfc_allocator.cc:1] Allocator (GPU_1_bfc) ran out of"
                    + " memory trying to allocate 1.0KiB (rounded to 1024) from the upper end"
                    + " requested by op"))
        .isEqualTo(
            XlaLogOracle.line(
                "failed",
                "",
                "77",
                "allocator",
                "GPU_1_bfc",
                "bytes",
                1024,
                "rounded",
                1024,
                "op",
                ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|-1|''",
        ".  Current allocation summary follows.|-1|''",
        "' (rounded to 2097152)'|2097152|''",
        "' (rounded to 2097152)requested by op a/b c'|2097152|a/b c",
        "' requested by op a/b (rounded to 2097152)'|2097152|a/b",
        "' from the lower end with freed_by_count=3'|-1|''",
        "' on some stream from the upper end (rounded to 2097152) requested by op'|2097152|''",
      })
  void theHeadOfARequestIsReadByItsParts(String parts, long rounded, String op) {
    String head = BFC + "Allocator (GPU_4_bfc) ran out of memory trying to allocate 2.00MiB";
    RowFact read = (RowFact) Lines.parse(head + (parts == null ? "" : parts));
    assertThat(read.kind()).isEqualTo("failed");
    assertThat(read.word("allocator")).isEqualTo("GPU_4_bfc");
    assertThat(read.bytes()).isEqualTo(2 << 20);
    assertThat(read.figure("rounded")).isEqualTo(rounded);
    assertThat(read.word("op")).isEqualTo(op);
  }

  @ParameterizedTest
  @CsvSource({
    "GPU_12_bfc, 12, HBM",
    "/job:localhost/replica:0/task:0/device:GPU:3, 3, HBM",
    "/job:localhost/replica:0/task:0/gpu:1, 1, HBM",
    "/job:localhost/replica:0/task:0/device:CPU:0, 0, HOST",
    "bfc_cpu_allocator_for_gpu, 0, HOST",
    "GPU_1234_bfc, 0, GPU_1234_BFC",
    "'', 0, BFC",
  })
  void anAllocatorOrADeviceNamesTheMemory(String name, String device, String memory) {
    assertThat(BfcMemory.of(name)).isEqualTo(new BfcMemory(device, memory));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "2020-05-04 09:05:40.721128: E    1578 tensorflow/xla_util.cc:76] x|1578|65",
        "2024-07-12 14:20:01.747531: I tensorflow/tsl/a.cc:1103] x|''|56",
        "I tensorflow/core/bfc.cc:643] x|''|30",
        "I0000 00:00:1795218093.080842   21678 bfc.cc:1049] x|21678|51",
        "W0712 14:20:01.747531   77 bfc.cc:1] x|77|37",
        "I0000 00:00:1795218093.080842   21678 server.py:88] x|''|0",
        "(no worker) x|''|0",
        "I am no prefix] x|''|0",
        "2020-05-04 09:05:40,721 INFO x|''|0",
      })
  void aPrefixNamesItsThreadAndItsEnd(String line, String thread, int end) {
    byte[] bytes = Bytes.of(line);
    assertThat(LogPrefix.of(bytes, 0, bytes.length)).isEqualTo(new LogPrefix(end, thread));
  }
}
