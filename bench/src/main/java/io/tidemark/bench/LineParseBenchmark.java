package io.tidemark.bench;

import io.tidemark.analysis.LogSystems;
import io.tidemark.analysis.line.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the parsing of one line. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LineParseBenchmark {

  private final byte[] memoryLine =
      bytes(
          "\u001b[32m                 Always\u001b[0m | \u001b[1m\u001b[38;5;69m    INFO\u001b[0m |"
              + " Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169"
              + " MB, totalBytesAllocatedPerBank: 1006.607 MB, totalBytesFreePerBank: 14.562 MB,"
              + " largestContiguousBytesFreePerBank: 4.615 MB}");

  private final byte[] placement =
      bytes(
          "; action = lmem_assign; debug_range = given; step = dump_lmem_assign_result; tag ="
              + " iteration_result; remark = \"allocate available address for membuf\"; status ="
              + " success; lmem_type = LMEM_ACTIVATION; op_type = tpu.Conv2D; op_name ="
              + " /trans/net1/Conv_output_0_Conv; addr = 0x00000000; size = 117760; timestep_start"
              + " = 0; timestep_end = 20; timestep_mode = TIMESTEP_LDST_UNKNOWN; hold_in_lmem = 0;"
              + " allow_bank_conflict = 0; one_loop = 0; shape_secs = 1,1,1,11,1");

  @Benchmark
  public Parsed memoryLine() {
    return LogSystems.ALL.formats().parse(memoryLine, 0, memoryLine.length);
  }

  @Benchmark
  public Parsed localMemoryRecord() {
    return LogSystems.ALL.formats().parse(placement, 0, placement.length);
  }

  private static byte[] bytes(String line) {
    return line.getBytes(StandardCharsets.UTF_8);
  }
}
