package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Refusal;
import io.tidemark.model.Samples;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.board.Board;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the files for other viewers back and compares them with the report's state. */
@Timeout(120)
class TraceFileTest {

  private static final Path EXAMPLES = Samples.root().resolve("examples");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("file");
  }

  /** Reports the log with the file, and returns the state. */
  private Board report(Path log, Function<Path, TraceFile> kind) throws Exception {
    List<Path> files = List.of(log);
    if (Files.isDirectory(log)) {
      try (Stream<Path> all = Files.list(log)) {
        files = all.sorted().toList();
      }
    }
    LogAtRest one = LogAtRest.of(files, Settings.DEFAULT).get(0);
    try (TraceFile viewer = kind.apply(file())) {
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

  @Test
  void anExistingFileIsNotOverwritten() throws Exception {
    Files.writeString(file(), "before");
    assertThatThrownBy(() -> new TraceFile(file()))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("it exists");
    assertThat(file()).hasContent("before");
  }
}
