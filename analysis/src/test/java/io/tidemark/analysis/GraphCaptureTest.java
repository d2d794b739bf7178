package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.MemoryUsage;
import org.junit.jupiter.api.Test;

/** Graph captures of ttnn. */
class GraphCaptureTest {

  static String node(int counter, String type, String params, String connections) {
    return """
    {"arguments": [], "connections": [%s], "counter": %d, "node_type": "%s", "params": {%s}}\
    """
        .formatted(connections, counter, type, params);
  }

  private static String newer(String... nodes) {
    return """
    {
      "buffer_pages": [{"address": 1, "bank_id": 0}],
      "devices": [{"device_id": 3, "num_dram_channels": 12, "dram_size_per_channel": 1000,
        "worker_l1_size": 900, "cb_limit": 800}],
      "graph": [
    %s
      ],
      "metadata": {"rank": 0},
      "version": 1
    }
    """
        .formatted(String.join(",\n", nodes));
  }

  @Test
  void aNewerCaptureCountsPagesPerCoreAndDevices() {
    String buffer = "\"device_id\": 3, \"size\": %d, \"type\": \"%s\"";
    String l1 = buffer.formatted(1000, "L1") + ", \"page_size\": 32, \"num_cores\": 4";
    LogRun run =
        LogRun.of(
            newer(
                node(0, "capture_start", "", "1"),
                node(1, "function_start", "\"name\": \"ttnn::matmul\"", "2"),
                node(2, "buffer", buffer.formatted(5000, "DRAM"), ""),
                node(3, "buffer_allocate", buffer.formatted(5000, "DRAM"), "2"),
                node(4, "buffer", l1, ""),
                node(5, "buffer_allocate", l1, "4"),
                node(6, "circular_buffer_allocate", "\"device_id\": 3, \"size\": 100", ""),
                node(
                    7,
                    "circular_buffer_allocate",
                    "\"device_id\": 3, \"size\": 256, \"globally_allocated\": \"1\"",
                    ""),
                node(8, "circular_buffer_deallocate_all", "\"device_id\": 3", "1"),
                node(9, "function_end", "\"name\": \"ttnn::matmul\"", ""),
                node(10, "buffer_deallocate", l1, "4")));
    assertThat(run.rejects).isEmpty();
    MemoryUsage dram = run.usage.get("log#1 3 DRAM");
    assertThat(dram.now()).isEqualTo(new MemoryView("DRAM", 1, 12_000, 5_000, 7_000, null));
    // 32 pages on 4 cores: 8 pages of 32 bytes on each.
    assertThat(run.usage.get("log#1 3 L1").tidemark().usedBytes()).isEqualTo(256);
    assertThat(run.usage.get("log#1 3 L1").now().usedBytes()).isZero();
    assertThat(run.usage.get("log#1 3 L1_CB").tidemark().usedBytes()).isEqualTo(100);
    assertThat(run.usage.get("log#1 3 L1_TOTAL").tidemark().usedBytes()).isEqualTo(356);
    assertThat(run.usage.get("log#1 3 L1_TOTAL").now().capacityBytes()).isEqualTo(800);
  }

  @Test
  void whyAFunctionWasAbortedIsReadLikeALogsLine() {
    LogRun run =
        LogRun.of(
            "["
                + node(1, "function_start", "\"name\": \"ttnn::add\"", "")
                + ","
                + node(
                    2,
                    "function_end",
                    "\"name\": \"ttnn::add\", \"aborted\": \"true\", \"abort_reason\":"
                        + " \"TT_FATAL\\n"
                        + "Out of Memory: Not enough space to allocate 4096 B DRAM buffer across 2"
                        + " banks, where each bank needs to store 2048 B, but bank size is only"
                        + " 1024 B\"",
                    "")
                + "]");
    assertThat(run.status().failures().newest())
        .singleElement()
        .satisfies(
            failure -> {
              assertThat(failure.bank().neededPerBank()).isEqualTo(2048);
              assertThat(failure.diagnosis()).isEqualTo(Diagnosis.LARGER_THAN_AN_EMPTY_BANK);
            });
  }

  @Test
  void aCaptureOfAnyLengthTakesLittleState() {
    StringBuilder nodes = new StringBuilder("[\n");
    String buffer = "\"size\": \"32\", \"type\": \"L1\"";
    for (int i = 0; i < 60_000; i += 3) {
      String name = "\"name\": \"" + "f".repeat(300) + i + "\", \"more\": " + i;
      nodes.append(node(i, "function_start", name, "")).append(",\n");
      nodes.append(node(i + 1, "buffer", buffer, "")).append(",\n");
      nodes.append(node(i + 2, "buffer_allocate", buffer, "" + (i + 1))).append(",\n");
    }
    LogRun run = LogRun.of(nodes.toString());
    assertThat(run.rejects).isEmpty();
    assertThat(run.memory("L1").now().usedBytes()).isEqualTo(20_000 * 32);
    assertThat(run.parts.bytes()).isLessThan(400_000);
  }
}
