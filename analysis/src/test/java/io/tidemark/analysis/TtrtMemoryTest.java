package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Reject;
import io.tidemark.model.memory.OpChange;
import io.tidemark.model.memory.OpUsage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory files of {@code ttrt run --memory}. */
class TtrtMemoryTest {

  /** An op on a device with one DRAM bank of 1000 bytes. */
  private static String ran(int key, String op, int used) {
    return """
    "%d": {
        "loc": "loc(\\"model.py:%d\\")",
        "debug_str": "%%0 = \\"ttnn.%s\\"(%%arg0) : (tensor<1xf32>) -> tensor<1xf32>",
        "dram": {
            "num_banks": 1,
            "total_bytes_per_bank": 1000,
            "total_bytes_allocated_per_bank": %d,
            "total_bytes_free_per_bank": %d,
            "largest_contiguous_bytes_free_per_bank": 10,
            "block_table": [{"allocated": "yes", "size": "1"}]
        }
    }\
    """
        .formatted(key, key, op, used, 1000 - used);
  }

  @Test
  void whatAnOpChangedIsItsOwnSinceMemoryIsTakenAfterIt() {
    LogRun run =
        LogRun.of(
            "{\n"
                + String.join(
                    ",\n",
                    ran(0, "to_device", 100),
                    ran(1, "matmul", 700),
                    ran(2, "deallocate", 300),
                    ran(3, "matmul", 500))
                + "\n}\n");
    assertThat(run.op("DRAM", "ttnn.matmul"))
        .isEqualTo(new OpUsage("ttnn.matmul", 2, 500, 700, new OpChange(800, 600, 0, 0), 600L));
    assertThat(run.op("DRAM", "ttnn.deallocate").change().freedBytes()).isEqualTo(400);
    assertThat(run.op("DRAM", "ttnn.to_device").growthBytes()).isZero();
    assertThat(run.memory("DRAM").tidemark().usedBytes()).isEqualTo(700);
    assertThat(run.memory("DRAM").tidemark().raisedBy()).isEqualTo("ttnn.matmul");
    assertThat(run.memory("DRAM").tidemark().before()).isNull();
    assertThat(run.memory("DRAM").tidemark().culprit().location()).isEqualTo("model.py:1");
  }

  @Test
  void layoutOfTheTextIsNoMatter() {
    String indented = "{\n" + ran(0, "add", 5) + ",\n" + ran(1, "add", 9) + "\n}";
    String compact = indented.replaceAll("\\n *", "");
    String odd = indented.replace("\": ", "\"\n:\n").replace(",\n", "\n,\n");
    for (String text : List.of(compact, compact + "\n\n", odd)) {
      LogRun run = LogRun.of(text);
      assertThat(run.rejects).as(text).isEmpty();
      assertThat(run.memory("DRAM").tidemark().usedBytes()).isEqualTo(9);
      assertThat(run.op("DRAM", "ttnn.add").growthBytes()).isEqualTo(4);
    }
  }

  @Test
  void aFileThatBreaksIsOneRejectWithItsPlace() {
    String broken = "{\n" + ran(0, "add", 5) + ",\n\"1\": {\"loc\": oops}\n}\n";
    LogRun run = LogRun.of(broken);
    assertThat(run.rejects).hasSize(1);
    Reject reject = run.rejects.get(0);
    assertThat(reject.format()).isEqualTo("ttrt-memory");
    assertThat(reject.reason()).isEqualTo("no JSON here");
    assertThat(reject.line()).isEqualTo(14);
    assertThat(reject.column()).isBetween(14, 19);
    assertThat(run.memory("DRAM").now().usedBytes()).isEqualTo(5);
    assertThat(run.status().lines().rejected()).isOne();
    assertThat(run.status().lines().read()).isEqualTo(15);
  }

  @Test
  void aFileThatBreaksInItsFirstRecordIsARejectToo() {
    LogRun run = LogRun.of("{\n" + ran(0, "add", 5).replace("1000,", "1000"));
    assertThat(run.rejects).extracting(Reject::line).containsExactly(8L);
    assertThat(run.rejects).extracting(Reject::format).containsExactly("ttrt-memory");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"num_banks\": 1 | \"num_banks\": 0 | op 1: dram lacks a figure",
        "\"num_banks\": 1 | \"num_banks\": 70000 | op 1: dram lacks a figure",
        "\"total_bytes_free_per_bank\": 991 | \"x\": 1 | op 1: dram lacks a figure",
        "\"total_bytes_per_bank\": 1000 | \"total_bytes_per_bank\": 10000000000000 "
            + "| op 1: dram lacks a figure",
        "\"total_bytes_per_bank\": 1000 | \"total_bytes_per_bank\": -1 | op 1: dram lacks a figure"
      })
  void anOpThatLacksAFigureIsARejectAndTheNextIsRead(String sound, String broken, String reason) {
    LogRun run =
        LogRun.of(
            "{\n"
                + ran(0, "add", 5)
                + ",\n"
                + ran(1, "sub", 9).replace(sound, broken)
                + ",\n"
                + ran(2, "mul", 7)
                + "\n}\n");
    assertThat(run.rejects).extracting(Reject::reason).containsExactly(reason);
    assertThat(run.memory("DRAM").tidemark().usedBytes()).isEqualTo(7);
  }
}
