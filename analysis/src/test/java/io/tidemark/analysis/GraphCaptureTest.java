package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.memory.MemoryUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Graph captures of ttnn; {@code graph-mesh} is the golden case of their devices. */
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
    // The oldest buffers were dropped, so their sizes are those that are stated when they are
    // freed.
    nodes.append(node(60_000, "buffer_deallocate", buffer, "1")).append(",\n");
    LogRun run = LogRun.of(nodes.toString());
    assertThat(run.rejects).isEmpty();
    assertThat(run.memory("L1").now().usedBytes()).isEqualTo(19_999 * 32);
    assertThat(PartSizes.bytes(run.parts)).isLessThan(400_000);
  }

  private static LogRun captured(String... nodes) {
    LogRun run = LogRun.of("[" + String.join(",\n", nodes) + "]");
    assertThat(run.rejects).isEmpty();
    return run;
  }

  /** Parameters of an L1 buffer that lies on several cores. */
  private static String onCores(long size, long perCore) {
    return "\"device_id\": 5, \"type\": \"L1\", \"size\": %d, \"max_size_per_bank\": %d"
        .formatted(size, perCore);
  }

  private static String program(int counter, String kind, int device, long size) {
    return node(counter, kind, "\"device_id\": %d, \"size\": %d".formatted(device, size), "");
  }

  private static String freeing(int counter, int device) {
    return node(counter, "circular_buffer_deallocate_all", "\"device_id\": " + device, "");
  }

  private static String tensor(int counter, int chip, int mesh) {
    String shards =
        "[{\\\"address\\\":64,\\\"device_id\\\":%d,\\\"mesh_device_id\\\":%d}]"
            .formatted(chip, mesh);
    return node(counter, "tensor", "\"device_tensors\": \"%s\"".formatted(shards), "");
  }

  private static long peak(LogRun run, String deviceAndMemory) {
    return run.usage.get("log#1 " + deviceAndMemory).tidemark().usedBytes();
  }

  private static long used(LogRun run, String deviceAndMemory) {
    return run.usage.get("log#1 " + deviceAndMemory).now().usedBytes();
  }

  @Test
  void whatAnAllocationAddedOnACoreIsTakenOffAgain() {
    LogRun run =
        captured(
            node(0, "function_start", "\"name\": \"first\"", ""),
            node(1, "buffer", "\"device_id\": 5, \"type\": \"L1\", \"size\": 7000", ""),
            node(2, "buffer_allocate", onCores(7000, 700), "1"),
            node(3, "buffer_allocate", onCores(900, 90), "6"),
            node(4, "buffer_deallocate", "\"device_id\": 5, \"size\": 7000", "1"),
            node(5, "buffer_allocate", onCores(9000, 800), "7"));
    assertThat(peak(run, "5 L1")).isEqualTo(890);
    assertThat(used(run, "5 L1")).isEqualTo(890);
  }

  @Test
  void whatWasAllocatedBeforeTheCaptureIsNotTakenOff() {
    LogRun run =
        captured(
            node(0, "function_start", "\"name\": \"first\"", ""),
            node(1, "buffer", onCores(3000, 400), ""),
            node(2, "buffer", "\"device_id\": 5, \"type\": \"L1\", \"size\": 5000", ""),
            node(3, "buffer", onCores(50, 5), ""),
            node(4, "buffer_allocate", onCores(50, 5), "3"),
            node(5, "buffer_deallocate", onCores(3000, 400), "1"),
            node(6, "buffer_deallocate", onCores(5000, 500), "2"));
    assertThat(used(run, "5 L1")).isEqualTo(5);
    assertThat(peak(run, "5 L1_WITH_INPUTS")).isEqualTo(405);
    assertThat(used(run, "5 L1_WITH_INPUTS")).isEqualTo(5);
  }

  @Test
  void aProgramsMemoryEndsWithItWhicheverIdItsNodesHave() {
    LogRun run =
        captured(
            node(0, "function_start", "\"name\": \"first\"", ""),
            freeing(1, 4),
            program(2, "circular_buffer_allocate", 0, 600),
            program(3, "dataflow_buffer_allocate", 0, 30),
            program(4, "scratchpad_allocate", 0, 7),
            freeing(5, 4),
            program(6, "circular_buffer_allocate", 0, 500),
            program(7, "scratchpad_allocate", 4, 1));
    assertThat(run.usage.keySet()).allMatch(key -> key.startsWith("log#1 4 "));
    assertThat(peak(run, "4 L1_CB")).isEqualTo(600);
    assertThat(peak(run, "4 L1_TOTAL")).isEqualTo(637);
    assertThat(used(run, "4 L1_CB")).isEqualTo(500);
  }

  /** Meshes and chips are counted apart, so chip 1 need not be of mesh 1. */
  @Test
  void ofSeveralMeshesThatOfTheChipCounts() {
    LogRun run =
        captured(
            node(0, "function_start", "\"name\": \"first\"", ""),
            tensor(1, 0, 1),
            tensor(2, 1, 2),
            freeing(3, 1),
            freeing(4, 2),
            program(5, "circular_buffer_allocate", 0, 100),
            program(6, "circular_buffer_allocate", 1, 20),
            program(7, "circular_buffer_allocate", 3, 4),
            freeing(8, 1),
            program(9, "circular_buffer_allocate", 1, 50));
    assertThat(peak(run, "1 L1_CB")).isEqualTo(100);
    assertThat(peak(run, "2 L1_CB")).isEqualTo(20);
    assertThat(used(run, "1 L1_CB")).isEqualTo(50);
    assertThat(run.usage).hasSize(10);
  }

  @Test
  void devicesThatAreNoMeshesStayApart() {
    LogRun run =
        captured(
            node(0, "function_start", "\"name\": \"first\"", ""),
            freeing(1, 0),
            freeing(2, 1),
            program(3, "circular_buffer_allocate", 0, 100),
            program(4, "circular_buffer_allocate", 1, 30));
    assertThat(peak(run, "0 L1_CB")).isEqualTo(100);
    assertThat(peak(run, "1 L1_CB")).isEqualTo(30);
  }

  @ParameterizedTest
  @CsvSource({"6,700", "5,0"})
  void aMeshHasTheCapacityOfTheOnlyDescribedDevice(int second, long capacity) {
    String device = "{\"device_id\": %d, \"worker_l1_size\": 700}";
    LogRun run =
        LogRun.of(
            "{\"devices\": [%s, %s], \"graph\": [\n"
                    .formatted(device.formatted(6), device.formatted(second))
                + freeing(0, 4)
                + ",\n"
                + program(1, "circular_buffer_allocate", 6, 9)
                + "]}");
    assertThat(run.usage.get("log#1 4 L1_CB").now().capacityBytes()).isEqualTo(capacity);
  }
}
