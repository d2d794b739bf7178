package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each program in a process of its own, around one broker. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ProgramsApartIT {

  private static final List<Path> LOGS =
      List.of(
          Samples.root().resolve("examples/tenstorrent.log"),
          Samples.root().resolve("examples/tpu-mlir.log"));

  @TempDir Path folder;
  private final List<Program> running = new ArrayList<>();
  private String broker = "";

  private Program start(String name, Object... arguments) throws Exception {
    Program program = Program.start(folder.resolve(name + ".txt"), arguments);
    running.add(0, program);
    return program;
  }

  private Program joined(String name, Object... arguments) throws Exception {
    List<Object> all = new ArrayList<>(List.of(arguments));
    all.addAll(1, List.of("--bootstrap-servers", broker));
    return start(name, all.toArray());
  }

  private void startBroker() throws Exception {
    startBroker(Program.freePort());
  }

  private Program startBroker(int port) throws Exception {
    broker = "127.0.0.1:" + port;
    return start("broker", "broker", "--port", port, "--data", folder.resolve("broker"))
        .awaitPrinted("broker on " + broker);
  }

  private Program startStreams(String instance) throws Exception {
    return joined(instance, "streams", "--instance", instance, "--state", folder.resolve(instance));
  }

  @AfterEach
  void end() {
    running.forEach(Program::close);
  }

  @Test
  void twoInstancesOfTheStreamsComeToTheStateOfTheAllInOne() throws Exception {
    startBroker();
    startStreams("one");
    startStreams("two");
    int port = Program.freePort();
    joined("sink", "sink", "--port", port);
    joined("ingest", "ingest", LOGS.get(0), LOGS.get(1));
    String whole = allInOne(LOGS.get(0), LOGS.get(1));

    awaitState(port, whole);

    for (Program program : running) {
      assertThat(program.alive()).describedAs(program.complained()).isTrue();
    }
  }

  @Test
  void oneInstanceTakesOverALogInTheMidstOfIt() throws Exception {
    startBroker();
    Program first = startStreams("one");
    int port = Program.freePort();
    joined("sink", "sink", "--port", port);
    byte[] text = simulated();
    int half = text.length / 2;
    int later = half + text.length / 4;
    Path log = Files.write(folder.resolve("grown.log"), Arrays.copyOf(text, half));
    joined("ingest", "ingest", log);
    Program.awaitBody("http://127.0.0.1:" + port + "/api/v1/state", "\"snapshots\"");
    Files.write(log, Arrays.copyOfRange(text, half, later), StandardOpenOption.APPEND);
    first.kill();
    startStreams("two");
    Files.write(log, Arrays.copyOfRange(text, later, text.length), StandardOpenOption.APPEND);

    awaitState(port, allInOne(log));
  }

  @Test
  void aLogThatBeginsWhileTheBrokerIsAwayIsShippedWhenItIsBack() throws Exception {
    int brokerPort = Program.freePort();
    Program away = startBroker(brokerPort);
    Path log = folder.resolve("late.log");
    joined("ingest", "ingest", "--kafka", "max.block.ms=500", log).awaitPrinted("following");
    away.kill();
    Files.copy(LOGS.get(0), log);
    startBroker(brokerPort);
    startStreams("one");
    int port = Program.freePort();
    joined("sink", "sink", "--port", port);

    awaitState(port, allInOne(log));
  }

  private byte[] simulated() throws Exception {
    Path whole = folder.resolve("simulated.log");
    Program writer =
        start("writer", "simulate", "tenstorrent", "--lines", 30_000, "--seed", 3, "--out", whole);
    assertThat(writer.exit()).isZero();
    return Files.readAllBytes(whole);
  }

  /** Shows where the two differ, when they do at the end of our patience. */
  private static void awaitState(int port, String whole) throws Exception {
    String address = "http://127.0.0.1:" + port + "/api/v1/state";
    await().atMost(3, TimeUnit.MINUTES).untilAsserted(() -> same(Program.body(address), whole));
  }

  private static void same(String state, String whole) {
    List<String> lines = state.lines().toList();
    List<String> wanted = whole.lines().toList();
    for (int i = 0; i < Math.min(lines.size(), wanted.size()); i++) {
      assertThat(lines.get(i)).describedAs("line " + i).isEqualTo(wanted.get(i));
    }
    assertThat(lines).hasSameSizeAs(wanted);
  }

  @Test
  void eachProgramApartTellsOfItselfAndTogetherTheyCountEveryLine() throws Exception {
    startBroker();
    int streams = Program.freePort();
    joined("one", "streams", "--metrics-port", streams, "--state", folder.resolve("one"))
        .awaitPrinted("metrics on http://127.0.0.1:" + streams + "/metrics");
    int sink = Program.freePort();
    joined("sink", "sink", "--port", sink);
    int ingest = Program.freePort();
    joined("ingest", "ingest", "--metrics-port", ingest, LOGS.get(0), LOGS.get(1));
    double all = Program.lines(LOGS.get(0)) + Program.lines(LOGS.get(1));

    await()
        .atMost(3, TimeUnit.MINUTES)
        .untilAsserted(() -> assertThat(sum(sink, "tidemark_lines_total{")).isEqualTo(all));

    assertThat(sum(ingest, "tidemark_lines_read_total ")).isEqualTo(all);
    assertThat(sum(ingest, "tidemark_lines_shipped_total ")).isEqualTo(all);
    assertThat(sum(sink, "tidemark_rejects_total{"))
        .isEqualTo(sum(sink, "tidemark_lines_total{outcome=\"rejected\"}"));
    assertThat(sum(streams, "tidemark_streams_running ")).isEqualTo(1);
    assertThat(Program.body("http://127.0.0.1:" + streams + "/health")).isEqualTo("alive\n");
    for (int port : List.of(ingest, streams, sink)) {
      assertThat(metrics(port)).contains("jvm_memory_used_bytes{", "process_cpu_usage ", "kafka_");
    }
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
    startBroker();
    Program sink = joined("sink", "sink", "--no-create-topics");
    assertThat(sink.exit()).isEqualTo(2);
    assertThat(sink.complained()).contains("topics missing: tidemark.positions").hasLineCount(1);
  }

  private String allInOne(Path... logs) throws Exception {
    List<Object> arguments = new ArrayList<>(List.of("watch", "--once", "--json"));
    arguments.addAll(List.of("--data", folder.resolve("whole")));
    arguments.addAll(List.of(logs));
    Program watch = start("whole", arguments.toArray());
    assertThat(watch.exit()).describedAs(watch.complained()).isZero();
    running.remove(watch);
    return watch.printed();
  }
}
