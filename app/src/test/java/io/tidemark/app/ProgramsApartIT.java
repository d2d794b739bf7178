package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulated;
import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests each program in its own process, around one broker. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ProgramsApartIT {

  private static final List<Path> LOGS =
      List.of(
          Samples.root().resolve("examples/tenstorrent.log"),
          Samples.root().resolve("examples/tpu-mlir.log"));

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
  @Tag("slow")
  void twoInstancesOfTheStreamsComeToTheStateOfTheAllInOne() throws Exception {
    programs.broker(0);
    programs.streams("one");
    programs.streams("two");
    programs.sink();
    programs.ingest(LOGS.get(0), LOGS.get(1));
    String whole = programs.whole(LOGS.get(0), LOGS.get(1));

    programs.awaitState(whole);

    programs.assertAllAlive();
  }

  @Test
  @Tag("slow")
  void oneInstanceTakesOverALogInTheMidstOfIt() throws Exception {
    programs.broker(0);
    Program first = programs.streams("one");
    programs.sink();
    byte[] text = Simulated.bytes(Format.TENSTORRENT, Scenario.STEADY, 30_000, 3);
    int half = text.length / 2;
    int later = half + text.length / 4;
    Path log = Files.write(folder.resolve("grown.log"), Arrays.copyOf(text, half));
    programs.ingest(log);
    programs.awaitBody("/api/v1/state", "\"snapshots\"");
    Files.write(log, Arrays.copyOfRange(text, half, later), StandardOpenOption.APPEND);
    first.kill();
    programs.streams("two");
    Files.write(log, Arrays.copyOfRange(text, later, text.length), StandardOpenOption.APPEND);

    programs.awaitState(programs.whole(log));
  }

  @Test
  @Tag("slow")
  void aLogThatBeginsWhileTheBrokerIsAwayIsShippedWhenItIsBack() throws Exception {
    Program away = programs.broker(0);
    int brokerPort = Program.port(programs.bootstrapServers());
    Path log = folder.resolve("late.log");
    programs.ingest("--kafka", "max.block.ms=500", log).awaitPrinted("following");
    away.kill();
    Files.copy(LOGS.get(0), log);
    programs.broker(brokerPort);
    programs.streams("one");
    programs.sink();

    programs.awaitState(programs.whole(log));
  }

  @Test
  @Tag("slow")
  void aLogReplacedWhileTheBrokerIsAwayAndIngestIsKilledIsCountedAsAGap() throws Exception {
    Program away = programs.broker(0);
    int brokerPort = Program.port(programs.bootstrapServers());
    Path log = Files.copy(LOGS.get(0), folder.resolve("train.log"));
    Program tailer = programs.ingest("--kafka", "max.block.ms=500", log);
    programs.streams("one");
    programs.sink();
    long lines = (long) Program.lines(LOGS.get(0));
    programs.awaitCounted(lines);
    away.kill();
    Files.write(log, Files.readAllBytes(LOGS.get(0)), StandardOpenOption.APPEND);
    Files.delete(log);
    // A file that began with all that was read would be the same log, written anew.
    Files.writeString(log, "another run\n" + Files.readString(LOGS.get(0)));
    tailer.kill();

    programs.broker(brokerPort);
    Program recreated = programs.ingest(log);
    programs.awaitCounted(2 * lines + 1);

    await().atMost(Apart.PATIENCE).until(() -> programs.gaps() == 1);
    assertThat(programs.counted()).isEqualTo(2 * lines + 1);
    assertThat(recreated.complained())
        .contains("train.log: what followed byte ", "GONE_WHILE_DOWN");
    programs.awaitBody("/api/v1/state", "\"gaps\" : 1");
  }

  @Test
  void eachProgramApartTellsOfItselfAndTogetherTheyCountEveryLine() throws Exception {
    programs.broker(0);
    int streams =
        Program.port(
            programs
                .joined("streams", "--metrics-port", 0, "--state", folder.resolve("one"))
                .awaitAddress("metrics on "));
    int sink =
        Program.port(programs.joined("sink", "--port", 0).awaitAddress("page and metrics on "));
    int ingest =
        Program.port(
            programs
                .ingest("--metrics-port", 0, LOGS.get(0), LOGS.get(1))
                .awaitAddress("metrics on "));
    double all = Program.lines(LOGS.get(0)) + Program.lines(LOGS.get(1));

    await()
        .atMost(Apart.PATIENCE)
        .untilAsserted(() -> assertThat(sum(sink, "tidemark_lines_total{")).isEqualTo(all));

    assertThat(sum(ingest, "tidemark_lines_read_total ")).isEqualTo(all);
    assertThat(sum(ingest, "tidemark_lines_shipped_total ")).isEqualTo(all);
    assertThat(sum(sink, "tidemark_rejects_total{"))
        .isEqualTo(sum(sink, "tidemark_lines_total{outcome=\"rejected\"}"));
    assertThat(sum(streams, "tidemark_streams_running ")).isEqualTo(1);
    assertThat(Program.body("http://127.0.0.1:" + streams + "/health")).isEqualTo("alive\n");
    for (int port : List.of(ingest, streams, sink)) {
      assertThat(metrics(port))
          .contains("jvm_memory_used_bytes{", "process_cpu_usage ")
          .containsOnlyOnce("tidemark_build_info{version=\"");
    }
    for (int port : List.of(streams, sink)) {
      assertThat(metrics(port)).contains("kafka_consumer_fetch_manager_records_lag_max{");
    }
    String host = "host=\"" + ProcessSpace.host() + "\"";
    assertThat(metrics(sink).lines().filter(line -> line.startsWith("tidemark_run_info{")))
        .hasSizeGreaterThan(1)
        .allMatch(line -> line.contains(host));
    assertThat(metrics(ingest)).contains("tidemark_event_lag_seconds{stage=\"ship\"}");
    assertThat(metrics(streams)).contains("tidemark_event_lag_seconds{stage=\"track\"}");
    assertThat(metrics(sink)).contains("tidemark_event_lag_seconds{stage=\"show\"}");
  }

  private static String metrics(int port) throws InterruptedException {
    return Program.body("http://127.0.0.1:" + port + "/metrics");
  }

  private static double sum(int port, String start) throws InterruptedException {
    return metrics(port)
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void aMissingTopicIsRefusedWhereNoneMayBeMade() throws Exception {
    programs.broker(0);
    Program sink = programs.joined("sink", "--no-create-topics");
    assertThat(sink.exit()).isEqualTo(2);
    assertThat(sink.complained())
        .startsWith("tidemark: topics missing: tidemark.events,")
        .doesNotContain("tidemark.positions")
        .hasLineCount(1);
  }
}
