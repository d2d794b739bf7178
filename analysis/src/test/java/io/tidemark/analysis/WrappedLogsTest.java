package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.MemoryEvent;
import io.tidemark.model.RunStatus;
import io.tidemark.model.wire.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A log says the same behind whatever carried it: one golden log of each kind. */
class WrappedLogsTest {

  private static final String DATE = "2026-11-22T05:54:09.123456789Z ";

  private static final List<String> CASES =
      List.of(
          "tenstorrent/operations",
          "tenstorrent/out-of-memory",
          "tpumlir/local-memory",
          "tttrain/summary",
          "zant/old-plan",
          "xla/allocator-dump",
          "xla/allocator-declined",
          "xla/buffer-assignment-debugging",
          "xla/reservation",
          "xla/out-of-memory-report",
          "xla/out-of-memory-short",
          "tflm/plans");

  @ParameterizedTest
  @ValueSource(
      strings = {
        DATE + "stdout F ",
        DATE,
        "Nov 22 05:54:09 node-1 train[4711]: ",
        "<14>Nov  2 05:54:09 node-1 kernel: ",
        "2026-11-22T05:54:09.123456+00:00 node-1 train[4711]: ",
        "2026-11-22T05:54:09+0100 node-1 train[4711]: ",
        "[pod/train-0/main] ",
        "[pod/train-0/main] " + DATE,
        "trainer-1  | ",
        "\u001b[36mtrainer-1  | \u001b[0m",
        "trainer-1  | " + DATE,
        "(pid=4711) ",
        "(train pid=4711, ip=10.0.0.1) ",
        "\u001b[36m(EngineCore_DP0 pid=4711)\u001b[0m ",
        "[rank0]: ",
        "[default0]:",
        "[1,0]<stdout>:",
        "0: ",
        "  0: ",
        "\u001b[32m",
        DATE + "stderr F \u001b[36m(EngineCore pid=4711)\u001b[0m [rank0]: ",
        "[pod/train-0/main] Nov 22 05:54:09 node-1 train[4711]: 0: ",
      })
  void aLogSaysTheSameBehindIt(String wrapper) {
    CASES.forEach(name -> assertSameBehind(wrapper, name, GoldenCase.log(name)));
  }

  /** What carried it leaves no trace in what the log comes to. */
  static void assertSameBehind(String wrapper, String name, byte[] bytes) {
    String log = new String(bytes, ISO_8859_1);
    LogRun bare = whole(log);
    LogRun wrapped = whole(wrapped(log, wrapper));
    assertThat(events(wrapped)).as(name).isEqualTo(events(bare)).isNotEmpty();
    assertThat(lines(wrapped)).as(name).isEqualTo(lines(bare));
    assertThat(wrapped.alerts.keySet()).as(name).isEqualTo(bare.alerts.keySet());
    assertThat(wrapped.plans.keySet()).as(name).isEqualTo(bare.plans.keySet());
    assertThat(wrapped.usage.keySet()).as(name).isEqualTo(bare.usage.keySet());
  }

  private static LogRun whole(String log) {
    LogRun run = LogRun.of(log.getBytes(ISO_8859_1));
    run.end();
    return run;
  }

  private static String wrapped(String log, String wrapper) {
    String whole = log.endsWith("\n") ? log.substring(0, log.length() - 1) : log;
    return wrapper + whole.replace("\n", "\n" + wrapper) + "\n";
  }

  private static List<String> events(LogRun run) {
    List<String> events = new ArrayList<>();
    for (MemoryEvent event : run.events) {
      ObjectNode tree = Json.MAPPER.valueToTree(event);
      tree.remove(List.of("offset", "timeMillis"));
      events.add(tree.toString());
    }
    return events;
  }

  private static List<RunStatus.Lines> lines(LogRun run) {
    return run.runs.values().stream().map(RunStatus::lines).toList();
  }
}
