package io.tidemark.app.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Refusal;
import io.tidemark.model.Samples;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the files for other viewers back and compares them with the report's state. */
@Timeout(120)
class ViewerFileTest {

  private static final Path EXAMPLES = Samples.root().resolve("examples");
  private static final Path GOLDEN =
      Samples.root().resolve("analysis/src/test/resources/io/tidemark/analysis/system");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("file");
  }

  /** Reports the log with the file, and returns the state. */
  private Board report(Path log, Function<Path, ViewerFile> kind) throws Exception {
    List<Path> files = List.of(log);
    if (Files.isDirectory(log)) {
      try (Stream<Path> all = Files.list(log)) {
        files = all.sorted().toList();
      }
    }
    LogAtRest one = LogAtRest.of(files, Settings.DEFAULT).get(0);
    try (ViewerFile viewer = kind.apply(file())) {
      Report.Result result = new Report(one, viewer::add).read();
      viewer.add(one.name(), result.board(), result.times());
      viewer.finish(List.of(one.name()));
      return result.board();
    }
  }

  private List<JsonNode> events(String phase) throws Exception {
    JsonNode trace = new JsonMapper().readTree(Files.readString(file()));
    return trace
        .get("traceEvents")
        .valueStream()
        .filter(event -> event.get("ph").asString().equals(phase))
        .toList();
  }

  @Test
  void theTraceHasThePeakAndTheEndOfEachMemoryAndTheFailuresOfTheLog() throws Exception {
    Board board = report(EXAMPLES.resolve("tenstorrent.log"), TraceFile::new);

    Map<String, List<Long>> used = new HashMap<>();
    for (JsonNode event : events("C")) {
      String name = event.get("name").asString();
      used.computeIfAbsent(name, any -> new ArrayList<>()).add(event.at("/args/used").asLong());
    }
    assertThat(used).hasSize(board.usage().size());
    board
        .usage()
        .forEach(
            (key, usage) -> {
              List<Long> values = used.get(FailureText.place(key.memory(), key.device()));
              assertThat(values).hasSize((int) usage.snapshots());
              assertThat(values).last().isEqualTo(usage.now().usedBytes());
              assertThat(values.stream().mapToLong(Long::longValue).max().orElse(0))
                  .isEqualTo(usage.tidemark().usedBytes());
            });
    List<String> instants =
        events("i").stream().map(event -> event.get("name").asString()).toList();
    List<String> alerts = board.alerts().keySet().stream().map(key -> key.rule().alert()).toList();
    assertThat(instants).containsAll(alerts);
    long failures = board.runs().values().stream().mapToLong(run -> run.failures().count()).sum();
    assertThat(instants.stream().filter("out of memory"::equals)).hasSize((int) failures);
  }

  @Test
  void anOpLastsUntilTheNextSnapshotAlsoInALogWithoutDates() throws Exception {
    report(EXAMPLES.resolve("tenstorrent.log"), TraceFile::new);

    List<JsonNode> begins = events("B");
    List<JsonNode> ends = events("E");
    assertThat(begins).hasSizeGreaterThan(3);
    assertThat(begins.get(0).at("/args/location").asString()).isNotEmpty();
    for (int i = 0; i < ends.size(); i++) {
      assertThat(ends.get(i).get("ts").asLong()).isGreaterThan(begins.get(i).get("ts").asLong());
    }
    assertThat(Files.readString(file())).contains("equal ones rise by a microsecond per event");
  }

  @Test
  void anAlertIsAtTheEventThatRaisedIt() throws Exception {
    report(EXAMPLES.resolve("tenstorrent.log"), TraceFile::new);

    Map<String, Long> at = new HashMap<>();
    events("i").forEach(one -> at.put(one.get("name").asString(), one.get("ts").asLong()));
    assertThat(at.get("TidemarkOutOfMemory")).isNotNull().isEqualTo(at.get("out of memory"));
  }

  @Test
  void thePlanOfACompilerIsAUseOverItsSteps() throws Exception {
    Board board = report(EXAMPLES.resolve("tpu-mlir.log"), TraceFile::new);

    long steps =
        board.plans().values().stream()
            .filter(plan -> plan instanceof PlanRecord.Summary)
            .mapToLong(plan -> ((PlanRecord.Summary) plan).use().usedPerStep().size())
            .sum();
    assertThat(events("C")).hasSize((int) steps);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tpu-mlir.log", "xla/dump/input", "xla/dump-tpu/input"})
  void theAllocationsOfASnapshotAddUpToTheUseOfEachStep(String log) throws Exception {
    Path plans = log.endsWith(".log") ? EXAMPLES.resolve(log) : GOLDEN.resolve(log);
    Board board = report(plans, TorchSnapshot::new);

    Map<?, ?> snapshot = (Map<?, ?>) unpickled(Files.readAllBytes(file()));
    List<?> traces = (List<?>) snapshot.get("device_traces");
    List<?> segments = (List<?>) snapshot.get("segments");
    assertThat(traces).isNotEmpty().hasSameSizeAs(segments);
    int device = 0;
    for (PlanOrder.NamedPlan plan : PlanOrder.of(board, board.runs().firstKey())) {
      boolean placed =
          board.plans().entrySet().stream()
              .filter(page -> page.getKey().plan().equals(plan.key().plan()))
              .filter(page -> page.getValue() instanceof PlanRecord.Page)
              .flatMap(page -> ((PlanRecord.Page) page.getValue()).intervals().stream())
              .anyMatch(buffer -> buffer.placed() && buffer.extent().address() != null);
      if (placed) {
        List<Long> used = plan.summary().use().usedPerStep();
        assertThat(usedPerStep((List<?>) traces.get(device), used.size()))
            .as(plan.key().plan())
            .isEqualTo(used);
        Map<?, ?> segment = (Map<?, ?>) segments.get(device);
        assertThat(segment.get("device")).isEqualTo((long) device++);
        assertThat((long) segment.get("total_size"))
            .isGreaterThanOrEqualTo(plan.summary().space().sizeBytes());
      }
    }
    assertThat(device).isEqualTo(traces.size());
  }

  /** A plan with a fault: at its last step two live buffers share 16 bytes. */
  @Test
  void bytesThatTwoLiveBuffersShareAreAllocatedOnce() throws Exception {
    Board board = report(GOLDEN.resolve("zant/new-plan/input.json"), TorchSnapshot::new);

    List<Long> sums =
        PlanOrder.of(board, board.runs().firstKey()).get(0).summary().use().usedPerStep();
    assertThat(sums).containsExactly(32L, 64L, 64L, 48L);
    Map<?, ?> snapshot = (Map<?, ?>) unpickled(Files.readAllBytes(file()));
    List<?> trace = (List<?>) ((List<?>) snapshot.get("device_traces")).get(0);
    assertThat(usedPerStep(trace, 4)).containsExactly(32L, 64L, 64L, 32L);
  }

  private static List<Long> usedPerStep(List<?> events, int steps) {
    List<Long> used = new ArrayList<>();
    long now = 0;
    int next = 0;
    for (long step = 0; step < steps; step++) {
      for (; next < events.size(); next++) {
        Map<?, ?> event = (Map<?, ?>) events.get(next);
        if ((long) event.get("time_us") > step) {
          break;
        }
        long size = (long) event.get("size");
        now += Map.of("alloc", size, "free_completed", -size).getOrDefault(event.get("action"), 0L);
        assertThat((List<?>) event.get("frames")).hasSize(1);
      }
      used.add(now);
    }
    return used;
  }

  /** The few opcodes of a pickle that memory_viz and the writer have in common. */
  @SuppressWarnings("unchecked") // a pickle may hold anything
  private static Object unpickled(byte[] pickle) {
    ByteBuffer bytes = ByteBuffer.wrap(pickle).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.getShort()).isEqualTo((short) 0x0280);
    Deque<Object> stack = new ArrayDeque<>();
    for (char code = (char) bytes.get(); code != '.'; code = (char) (bytes.get() & 0xff)) {
      switch (code) {
        case '}' -> stack.push(new HashMap<>());
        case ']' -> stack.push(new ArrayList<>());
        case 'X' -> {
          byte[] text = new byte[bytes.getInt()];
          bytes.get(text);
          stack.push(new String(text, UTF_8));
        }
        case 0x8a -> {
          assertThat(bytes.get()).isEqualTo((byte) 8);
          stack.push(bytes.getLong());
        }
        case 's' -> {
          Object value = stack.pop();
          Object key = stack.pop();
          ((Map<Object, Object>) stack.element()).put(key, value);
        }
        case 'a' -> {
          Object value = stack.pop();
          ((List<Object>) stack.element()).add(value);
        }
        default -> throw new AssertionError("opcode " + (int) code);
      }
    }
    assertThat(bytes.hasRemaining()).isFalse();
    return stack.pop();
  }

  @Test
  void aLogWithNothingForTheFileLeavesNone() {
    Path log = EXAMPLES.resolve("tenstorrent.log");
    assertThatThrownBy(() -> report(log, TorchSnapshot::new))
        .isInstanceOf(Refusal.class)
        .hasMessage(
            "--torch-snapshot: nothing for it in tenstorrent.log;"
                + " want a plan that states where its buffers are placed");
    assertThat(file()).doesNotExist();
  }

  @Test
  void anExistingFileIsNotOverwritten() throws Exception {
    Files.writeString(file(), "before");
    assertThatThrownBy(() -> new TraceFile(file()))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("it exists");
    assertThat(file()).hasContent("before");
  }
}
