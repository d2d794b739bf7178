package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Pace;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulator;
import io.tidemark.model.LineEnds;
import io.tidemark.model.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Instances of the streams job come and go under a load of many logs. */
class ScaleOutIT {

  private static final int LOGS = 64;
  private static final int LINES = 3_000;
  private static final int PORTIONS = 5;
  private static final long SEED = 11;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern COUNTED =
      Pattern.compile(
          "^tidemark_lines_total\\{.*outcome=\"(?!duplicate).*} (\\S+)$", Pattern.MULTILINE);

  @TempDir Path folder;
  private final List<Program> running = new ArrayList<>();
  private final List<byte[]> texts = new ArrayList<>();
  private final Random random = new Random(SEED);
  private String broker = "";
  private String sink = "";

  @AfterEach
  void end() {
    running.forEach(Program::close);
  }

  @Test
  void threeInstancesKilledAddedAndRemovedComeToTheStateOfAnUndisturbedRun(TestReporter reporter)
      throws Exception {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    for (int log = 0; log < LOGS; log++) {
      texts.add(simulated(log));
    }
    startBroker();
    startSinkAndIngest(logs);
    Program one = streams("one");
    Program two = streams("two");

    append(logs, 0);
    awaitSomeOfPortion(0);
    two.kill();
    reporter.publishEntry("killed, its share taken over after", waited(() -> awaitPortion(0)));

    append(logs, 1);
    Program three = streams("three");
    two = streams("two");
    reporter.publishEntry("one came, one came back, counted after", waited(() -> awaitPortion(1)));

    append(logs, 2);
    awaitSomeOfPortion(2);
    one.kill();
    append(logs, 3);
    awaitSomeOfPortion(3);
    three.stop();
    reporter.publishEntry("one killed, one stopped, counted after", waited(() -> awaitPortion(3)));

    append(logs, 4);
    awaitPortion(4);

    String whole = allInOne(logs);
    String address = sink + "/api/v1/state";
    await().atMost(PATIENCE).until(() -> Program.body(address), whole::equals);
    assertThat(linesOf(whole)).isEqualTo((long) LOGS * LINES);
    assertThat(two.alive()).isTrue();
  }

  private interface Step {
    void run() throws Exception;
  }

  private static String waited(Step step) throws Exception {
    long from = System.nanoTime();
    step.run();
    return Duration.ofNanos(System.nanoTime() - from).toMillis() + " ms";
  }

  private static byte[] simulated(int seed) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Format format = seed % 4 == 3 ? Format.TPU_MLIR : Format.TENSTORRENT;
    new Simulator(new Simulator.Options(format, seed, Scenario.STEADY, OptionalLong.of(LINES)))
        .writeTo(out, Pace.unlimited());
    return out.toByteArray();
  }

  private void append(Path logs, int portion) throws IOException {
    for (int log = 0; log < LOGS; log++) {
      byte[] text = texts.get(log);
      Files.write(
          logs.resolve("run-%02d.log".formatted(log)),
          Arrays.copyOfRange(text, at(text, portion), at(text, portion + 1)),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  /** Where a portion begins: mostly in the midst of a line. */
  private static int at(byte[] text, int portion) {
    return (int) ((long) text.length * portion / PORTIONS);
  }

  /** A random share of a portion is counted. */
  private void awaitSomeOfPortion(int portion) {
    long before = linesUpTo(portion);
    awaitCounted(before + (long) (random.nextDouble() * 0.8 * (linesUpTo(portion + 1) - before)));
  }

  private void awaitPortion(int portion) {
    awaitCounted(linesUpTo(portion + 1));
  }

  /** Whole lines: one without its end is counted with it. */
  private long linesUpTo(int portion) {
    return texts.stream().mapToLong(text -> LineEnds.count(text, 0, at(text, portion))).sum();
  }

  private void awaitCounted(long lines) {
    await().atMost(PATIENCE).until(this::counted, counted -> counted >= lines);
  }

  private long counted() throws InterruptedException {
    Matcher outcomes = COUNTED.matcher(Program.body(sink + "/metrics"));
    long sum = 0;
    while (outcomes.find()) {
      sum += (long) Double.parseDouble(outcomes.group(1));
    }
    return sum;
  }

  private static long linesOf(String state) {
    long lines = 0;
    for (JsonNode run : Json.MAPPER.readTree(state).get("runs")) {
      JsonNode counts = run.at("/status/lines");
      lines +=
          counts.get("fact").asLong()
              + counts.get("ignored").asLong()
              + counts.get("rejected").asLong();
    }
    return lines;
  }

  private void startBroker() throws Exception {
    int port = Program.freePort();
    broker = "127.0.0.1:" + port;
    start("broker", "broker", "--port", port, "--data", folder.resolve("broker"))
        .awaitPrinted("broker on " + broker);
  }

  private void startSinkAndIngest(Path logs) throws Exception {
    int port = Program.freePort();
    sink = "http://127.0.0.1:" + port;
    start("sink", "sink", "--bootstrap-servers", broker, "--port", port);
    start("ingest", "ingest", "--bootstrap-servers", broker, logs);
  }

  private Program streams(String instance) throws Exception {
    return start(
        instance,
        "streams",
        "--bootstrap-servers",
        broker,
        "--instance",
        instance,
        "--state",
        folder.resolve(instance));
  }

  private Program start(String name, Object... arguments) throws Exception {
    Program program =
        Program.start(folder.resolve("%s-%d.txt".formatted(name, running.size())), arguments);
    running.add(0, program);
    return program;
  }

  private String allInOne(Path logs) throws Exception {
    Program watch =
        start("whole", "watch", "--once", "--json", "--data", folder.resolve("whole"), logs);
    assertThat(watch.exit()).describedAs(watch.complained()).isZero();
    return watch.printed();
  }
}
