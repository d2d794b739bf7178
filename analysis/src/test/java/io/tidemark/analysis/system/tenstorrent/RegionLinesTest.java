package io.tidemark.analysis.system.tenstorrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.AllocationFailed;
import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.Shortage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionLinesTest {

  private static Parsed runtime(String line) {
    return Lines.runtime(line) instanceof MessageFact fact
        ? AllocationFailed.of(fact)
        : Lines.runtime(line);
  }

  private static AllocationFailed failed(
      String memory, long needed, long size, long free, Diagnosis diagnosis, String where) {
    return new AllocationFailed(
        "0",
        memory,
        Shortage.ofOneBank(BankBytes.stated(needed, size, -1, free, -1)),
        diagnosis,
        where,
        false);
  }

  @ParameterizedTest
  @CsvSource({"circular, ' '", "dataflow, ' '", "circular, '  '"})
  void buffersBeyondL1TellTheirCores(String kind, String gap) {
    String line =
        "TT_THROW: Statically allocated "
            + kind
            + " buffers on core range [(x=0,y=0) - (x=12,y=9)] grow to 2101768 B"
            + gap
            + "which is beyond max L1 size of 1572864 B (assert.hpp:104)";
    assertThat(runtime(line))
        .isEqualTo(
            failed(
                "L1",
                2_101_768,
                1_572_864,
                -1,
                Diagnosis.BUFFERS_BEYOND_L1,
                "core range [(x=0,y=0) - (x=12,y=9)]"));
  }

  @ParameterizedTest
  @CsvSource({"circular", "dataflow"})
  void buffersThatClashTellWhereAndWithWhat(String kind) {
    String line =
        ("Statically allocated %s buffers in program 453 clash with L1 buffers on core range"
                + " [0-0 - 4-0]. L1 buffer allocated at 622592 and static %s buffer region ends at"
                + " 654368")
            .formatted(kind, kind);
    assertThat(runtime(line))
        .isEqualTo(
            failed(
                "L1",
                654_368,
                -1,
                622_592,
                Diagnosis.BUFFERS_CLASH,
                "program 453, core range [0-0 - 4-0]"));
  }

  @Test
  void aTraceRegionTooSmallNamesItsMesh() {
    String line =
        "[1,2]<stderr>: "
            + Lines.RUNTIME
            + "Creating trace buffers of size 123813888B on MeshDevice 0, but only"
            + " 120000000B is allocated for trace region.";
    assertThat(AllocationFailed.of((MessageFact) Lines.parse(line)))
        .isEqualTo(
            new AllocationFailed(
                "0",
                "TRACE",
                Shortage.ofOneBank(BankBytes.stated(123_813_888, 120_000_000, -1, -1, -1)),
                Diagnosis.TRACE_REGION_TOO_SMALL,
                null,
                false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "Statically allocated circular buffers on core range [0-0] grow to 7 B which is~79~static"
            + "-buffers-beyond",
        "Statically allocated circular buffers on core range [0-0] grow to 7 KB~71~static-buffers-beyond",
        "Statically allocated circular buffers on core range [0-0~57~static-buffers-beyond",
        "Creating trace buffers of size 7B on device 0, but only 0~58~trace-region",
        "Creating trace buffers of size 7B on disk 0~38~trace-region",
        "Creating trace buffers of size 9999999999999999999B on device 0~64~trace-region",
      })
  void brokenFiguresAreRejected(String line, int column, String what) {
    assertThat(runtime(line))
        .isEqualTo(new Parsed.Rejected(Tenstorrent.RUNTIME, column, what + ": broken here"));
  }
}
