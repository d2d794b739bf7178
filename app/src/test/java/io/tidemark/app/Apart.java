package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.ingest.own.ProcessSpace;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Broker, ingest, streams and sink, each in its own process; all end when this is closed. */
final class Apart implements AutoCloseable {

  /** Begins the names of sources. */
  static final String HOST = ProcessSpace.host() + "/";

  static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern COUNTED =
      Pattern.compile(
          "^tidemark_lines_total\\{.*outcome=\"(?!duplicate).*} (\\S+)$", Pattern.MULTILINE);
  private static final Pattern GAPS =
      Pattern.compile("^tidemark_gaps_total (\\S+)$", Pattern.MULTILINE);

  private final Path folder;
  private final List<Program> running = new ArrayList<>();
  private String broker = "";
  private String sink = "";

  Apart(Path folder) {
    this.folder = folder;
  }

  String bootstrapServers() {
    return broker;
  }

  /** The properties of a Kafka client of the broker's own user. */
  Map<String, Object> client() {
    return clientOf(brokerFolder(), broker);
  }

  /** The same for any broker on this data folder. */
  static Map<String, Object> clientOf(Path data, String address) {
    Properties read = new Properties();
    try (Reader file = Files.newBufferedReader(clientFile(data))) {
      read.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, Object> client = new HashMap<>();
    read.stringPropertyNames().forEach(key -> client.put(key, read.getProperty(key)));
    client.put("bootstrap.servers", address);
    return client;
  }

  static Path clientFile(Path data) {
    return data.resolve("client.properties");
  }

  Path brokerFolder() {
    return folder.resolve("broker");
  }

  /** Starts the broker on this port; 0 selects a free one. */
  Program broker(int port) throws Exception {
    Program started = start("broker", "broker", "--port", port, "--data", brokerFolder());
    broker = started.awaitAddress("broker on ");
    return started;
  }

  Program streams(String instance) throws Exception {
    return streams(instance, 512);
  }

  Program streams(String instance, int heapMebibytes) throws Exception {
    Program streams =
        Program.startSmall(
            output(instance),
            heapMebibytes,
            "streams",
            "--bootstrap-servers",
            broker,
            "--config",
            clientFile(brokerFolder()),
            "--instance",
            instance,
            "--state",
            state(instance));
    running.add(0, streams);
    return streams;
  }

  Path state(String instance) {
    return folder.resolve(instance);
  }

  Program sink(Object... arguments) throws Exception {
    List<Object> all = new ArrayList<>(List.of("--port", 0));
    all.addAll(List.of(arguments));
    Program started = joined("sink", all.toArray());
    sink = started.awaitAddress("page and metrics on ");
    return started;
  }

  Program ingest(Object... arguments) throws Exception {
    return joined("ingest", arguments);
  }

  /** Starts a program that connects to the broker. */
  Program joined(String command, Object... arguments) throws Exception {
    List<Object> all =
        new ArrayList<>(
            List.of(
                command, "--bootstrap-servers", broker, "--config", clientFile(brokerFolder())));
    all.addAll(List.of(arguments));
    return start(command, all.toArray());
  }

  Program start(String name, Object... arguments) throws Exception {
    Program program = Program.start(output(name), arguments);
    running.add(0, program);
    return program;
  }

  /** Takes over a program that a test started. */
  Program own(Program program) {
    running.add(0, program);
    return program;
  }

  /** A unique name for each start, so that no output is overwritten. */
  private Path output(String name) {
    return folder.resolve("%s-%d.txt".formatted(name, running.size()));
  }

  /** The state that an undisturbed all-in-one run computes from these logs. */
  String whole(Path... logs) {
    List<Object> arguments =
        new ArrayList<>(List.of("watch", "--once", "--json", "--data", folder.resolve("whole")));
    arguments.addAll(List.of(logs));
    Here watch = Here.run(arguments.toArray());
    assertThat(watch.exit()).describedAs(watch.complained()).isZero();
    return watch.printed();
  }

  String body(String path) throws InterruptedException {
    return Program.body(sink + path);
  }

  void awaitBody(String path, String text) {
    Program.awaitBody(sink + path, text);
  }

  /** Number of lines in the sink's own scrape, without duplicates. */
  long counted() throws InterruptedException {
    return sum(COUNTED);
  }

  /** Number of gaps in all logs, from the sink's own scrape. */
  long gaps() throws InterruptedException {
    return sum(GAPS);
  }

  private long sum(Pattern series) throws InterruptedException {
    Matcher values = series.matcher(body("/metrics"));
    long sum = 0;
    while (values.find()) {
      sum += (long) Double.parseDouble(values.group(1));
    }
    return sum;
  }

  /** Waits as long as the count rises, since a busy machine only takes longer. */
  void awaitCounted(long lines) throws InterruptedException {
    long counted = counted();
    while (counted < lines) {
      long before = counted;
      counted = await().atMost(PATIENCE).until(this::counted, now -> now > before);
    }
  }

  /** Waits for this state; on a time-out, shows the first difference. */
  void awaitState(String whole) {
    await().atMost(PATIENCE).untilAsserted(() -> same(state(), whole));
  }

  /** The sink's state, with the names that a watch would give to the logs. */
  String state() throws InterruptedException {
    return body("/api/v1/state").replace("\"" + HOST, "\"");
  }

  private static void same(String state, String whole) {
    List<String> lines = state.lines().toList();
    List<String> wanted = whole.lines().toList();
    for (int i = 0; i < Math.min(lines.size(), wanted.size()); i++) {
      assertThat(lines.get(i)).describedAs("line " + i).isEqualTo(wanted.get(i));
    }
    assertThat(lines).hasSameSizeAs(wanted);
  }

  void assertAllAlive() throws Exception {
    for (Program program : running) {
      assertThat(program.alive()).describedAs(program.complained()).isTrue();
    }
  }

  @Override
  public void close() {
    running.forEach(Program::close);
  }
}
