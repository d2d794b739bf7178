package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.Op;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a streams job with 256 MiB under logs that try to fill its memory. {@code
 * -Dtidemark.hostile=N} sets the number of names; millions take minutes.
 */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class HostileIT {

  private static final int MANY = Integer.getInteger("tidemark.hostile", 70_000);
  private static final int HEAP_MEBIBYTES = 256;
  private static final int NAME_CHARS = 1 << 20;

  @TempDir Path folder;
  private Apart programs = new Apart(Path.of(""));

  @BeforeEach
  void begin() {
    programs = new Apart(folder);
  }

  @AfterEach
  void end() {
    programs.close();
  }

  @Test
  void namesDevicesAndBuffersWithoutEndAreBoundedAndCounted() throws Exception {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    int names = Math.max(16, MANY / 2_000);
    write(logs.resolve("ops.log"), MANY, i -> block("", "Op" + i));
    write(logs.resolve("devices.log"), MANY, i -> block("[1," + i + "]<stdout>:", "AddOp"));
    write(logs.resolve("plan.log"), MANY, HostileIT::placement);
    write(logs.resolve("names.log"), names, i -> block("", "A".repeat(NAME_CHARS) + i));
    programs.broker(0);
    programs.sink();
    Program streams = programs.streams("one", HEAP_MEBIBYTES);
    programs.ingest(logs);

    programs.awaitCounted(2L * MANY + 2L * MANY + MANY + 2L * names);

    assertThat(streams.alive()).describedAs(streams.complained()).isTrue();
    String state = programs.body("/api/v1/state");
    assertThat(state).contains("\"%s\"".formatted(Op.OTHER));
    assertThat(state).doesNotContain("A".repeat(200));
    if (MANY > 65_536) {
      assertThat(state).contains("\"cut\" : " + (MANY - 65_536));
    }
  }

  private static void write(Path log, int count, IntFunction<String> text) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(log, UTF_8)) {
      for (int i = 0; i < count; i++) {
        out.write(text.apply(i));
      }
    }
  }

  private static String block(String prefix, String op) {
    return """
    %1$sAlways | DEBUG | Device memory state before operation %2$s
    %1$sAlways | DEBUG | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169 MB, \
    totalBytesAllocatedPerBank: 1.000 MB, totalBytesFreePerBank: 1020.169 MB, \
    largestContiguousBytesFreePerBank: 1020.000 MB}
    """
        .formatted(prefix, op);
  }

  private static String placement(int buffer) {
    return """
    ; action = lmem_assign; debug_range = given; step = dump_lmem_assign_result; \
    tag = iteration_result; status = success; lmem_type = LMEM_WEIGHT; op_type = top.Weight; \
    op_name = buffer%d; addr = 0x00000000; size = 64; timestep_start = 0; timestep_end = 1; \
    timestep_mode = TIMESTEP_LDST_UNKNOWN; hold_in_lmem = 0; allow_bank_conflict = 0; \
    one_loop = 0; shape_secs = 1,1,1,1,1
    """
        .formatted(buffer);
  }
}
