package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import io.tidemark.streams.FaultyStreams;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One of two logs triggers a bug of the streams job; the programs run in separate processes. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ParkingIT {

  private static final String PARKED = "tidemark_sources_parked 1.0";
  private static final String NONE_PARKED = "tidemark_sources_parked 0.0";

  @TempDir Path folder;
  private Apart programs = new Apart(Path.of(""));
  private Path good = Path.of("");
  private Path bad = Path.of("");
  private int starts;

  @BeforeEach
  void begin() throws Exception {
    programs = new Apart(folder);
    byte[] log = Files.readAllBytes(Samples.root().resolve("examples/tenstorrent.log"));
    Path logs = Files.createDirectory(folder.resolve("logs"));
    good = Files.write(logs.resolve("good.log"), log);
    bad = Files.write(logs.resolve("bad.log"), log);
    Files.writeString(bad, "a line of poison\n", StandardOpenOption.APPEND);
    Files.write(bad, log, StandardOpenOption.APPEND);
  }

  @AfterEach
  void end() {
    programs.close();
  }

  private Program faulty(Path state, String version) throws IOException {
    return faulty(programs.bootstrapServers(), programs.brokerFolder(), state, "one", version);
  }

  private Program faulty(String broker, Path data, Path state, String instance, String version)
      throws IOException {
    List<String> classes =
        List.of("app/target/tidemark.jar", "app/target/test-classes").stream()
            .map(part -> Samples.root().resolve(part).toString())
            .toList();
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            String.join(File.pathSeparator, classes),
            "io.tidemark.streams.FaultyStreams",
            broker,
            Apart.clientFile(data).toString(),
            state.toString(),
            instance,
            version);
    return programs.own(Program.of(java, folder.resolve("faulty-%d.txt".formatted(starts++))));
  }

  private String sources(Object... arguments) throws Exception {
    Program program = programs.joined("sources", arguments);
    assertThat(program.exit()).describedAs(program.complained()).isZero();
    return program.printed();
  }

  private void append(Path log, String text) throws IOException {
    Files.writeString(log, text, StandardOpenOption.APPEND);
  }

  /** Waits for this log, which is the longest. */
  private void awaitAnalysed(Path log) {
    await()
        .atMost(Apart.PATIENCE)
        .until(() -> sources("--json").contains("\"offset\" : " + Files.size(log)));
  }

  private void awaitGood(int lines) {
    await()
        .atMost(Apart.PATIENCE)
        .untilAsserted(() -> assertThat(programs.counted()).isGreaterThanOrEqualTo(lines));
  }

  @Test
  void aParkedSourceWaitsThroughAKillAndGoesOnWithAnotherVersion() throws Exception {
    programs.broker(0);
    programs.sink();
    Path state = folder.resolve("one");
    Program streams = faulty(state, "faulty");
    programs.ingest(good, bad);
    programs.awaitBody("/metrics", PARKED);
    assertThat(sources()).containsPattern("parked +bad.log at byte [0-9,]+: apply .*planted");
    assertThat(programs.body("/api/v1/board")).contains("\"source\":\"bad.log\"");

    streams.kill();
    append(good, "one more line\n");
    append(bad, "one more line\n");
    Program again = faulty(state, "faulty");

    awaitGood(543);
    assertThat(programs.body("/metrics")).contains(PARKED);
    assertThat(sources("--json")).contains("\"state\" : \"PARKED\"", "\"name\" : \"good.log\"");

    again.kill();
    programs.streams("one");

    programs.awaitState(programs.whole(good, bad));
    programs.awaitBody("/metrics", NONE_PARKED);
    assertThat(sources()).contains("followed    bad.log").doesNotContain("planted");
  }

  @Test
  void aSkipGoesOnBehindTheFailingSlice() throws Exception {
    programs.broker(0);
    programs.sink();
    faulty(folder.resolve("one"), "faulty");
    programs.ingest(good, bad);
    programs.awaitBody("/metrics", PARKED);
    Program refused = programs.joined("sources", "skip", "good.log");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.complained()).contains("'good.log' is not parked; parked are: bad.log");

    assertThat(sources("skip", "bad.log")).contains("bad.log continues");

    programs.awaitBody("/metrics", NONE_PARKED);
    programs.awaitBody("/metrics", "tidemark_gaps_total 1.0");
    append(bad, "one more line\n");
    awaitAnalysed(bad);
  }

  @Test
  void watchingOnceEndsWithACodeAndTheNameOfTheParkedSource() throws Exception {
    Path data = folder.resolve("data");
    Program broker = programs.start("broker", "broker", "--port", 0, "--data", data);
    String address = broker.awaitAddress("broker on ");
    Path client = Apart.clientFile(data);
    Path state = data.resolve("streams");
    Program streams = faulty(address, data, state, "watch", FaultyStreams.THIS_BUILD);
    Program ingest =
        programs.start(
            "ingest", "ingest", "--bootstrap-servers", address, "--config", client, good, bad);
    await()
        .atMost(Apart.PATIENCE)
        .until(
            () -> {
              Program listing =
                  programs.start(
                      "sources", "sources", "--bootstrap-servers", address, "--config", client);
              // Refused until the topics are created.
              return listing.exit() == 0 && listing.printed().contains("parked      bad.log");
            });
    ingest.stop();
    streams.kill();
    broker.stop();

    Program once = programs.start("once", "watch", "--once", "--data", data, good, bad);

    assertThat(once.exit()).describedAs(once.complained()).isEqualTo(1);
    assertThat(once.complained()).contains("tidemark: source bad.log is PARKED");
    assertThat(once.printed()).contains("good.log#1", "source bad.log is PARKED");
  }
}
