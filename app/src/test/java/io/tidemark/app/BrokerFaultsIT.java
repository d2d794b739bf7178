package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulated;
import io.tidemark.model.Samples;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the programs without a broker, with another server in its place, and after it lost its
 * data.
 */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class BrokerFaultsIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");

  /** Five seconds, with a margin for a busy machine. */
  private static final Duration SOON = Duration.ofSeconds(15);

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

  private void awaitWaiting(Program program) {
    await()
        .atMost(Apart.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(program.complained())
                    .contains("waiting for Kafka at " + programs.bootstrapServers()));
  }

  @Test
  void programsThatStartBeforeTheirBrokerSayThatTheyWaitAndDoTheirWorkOnceItIsThere()
      throws Exception {
    // The credential must exist before a client reads it.
    int port = Program.freePort();
    programs.broker(port).kill();
    Program streams = programs.streams("one");
    Program ingest = programs.ingest(LOG);
    awaitWaiting(streams);
    awaitWaiting(ingest);

    programs.broker(port);

    programs.sink();
    programs.awaitState(programs.whole(LOG));
    assertThat(ingest.complained().lines().filter(line -> line.contains("waiting for Kafka")))
        .hasSize(1);
  }

  @Test
  void aCommandThatEndsByItselfGivesUpAndSaysWhoWasAway() throws Exception {
    String nobody = "127.0.0.1:" + Program.freePort();
    Object[] topics = {"topics", "--patience", "1s", "--bootstrap-servers", nobody};
    Program gaveUp = programs.start("topics", topics);
    assertThat(gaveUp.exit()).isEqualTo(1);
    assertThat(gaveUp.complained())
        .contains("Kafka at " + nobody + " cannot be reached", "gave up after");
    // On a busy machine the time-out may have passed at the first look.
    assertThat(gaveUp.complained().lines()).hasSizeBetween(1, 2);
    Object[] replay = {"replay", "--patience=1s", "--bootstrap-servers", nobody, LOG};
    Program shipped = programs.start("replay", replay);
    assertThat(shipped.exit()).isEqualTo(1);
    assertThat(shipped.complained()).contains("gave up after");
  }

  @Test
  void aPortThatIsNoKafkaIsRefused() throws Exception {
    HttpServer page =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    page.start();
    try {
      String address = "127.0.0.1:" + page.getAddress().getPort();
      for (String command : List.of("topics", "sink", "streams")) {
        Program refused = programs.start(command, command, "--bootstrap-servers", address);
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.complained()).startsWith("tidemark: " + address).hasLineCount(1);
      }
    } finally {
      page.stop(0);
    }
  }

  @Test
  void everyProgramEndsSoonOnSigtermUnderBacklogAndWithoutABroker() throws Exception {
    Program broker = programs.broker(Program.freePort());
    Path log = folder.resolve("backlog.log");
    Files.write(log, Simulated.bytes(Format.TENSTORRENT, Scenario.STEADY, 300_000, 1));
    Program streams = programs.streams("one");
    programs.sink();
    Program ingest = programs.ingest(log);
    programs.awaitBody("/api/v1/state", "\"snapshots\"");
    assertThat(streams.stop()).isLessThan(SOON);
    assertThat(ingest.stop()).isLessThan(SOON);

    List<Program> without =
        List.of(
            programs.streams("two"), programs.ingest(log), programs.joined("sink", "--port", 0));
    without.get(1).awaitPrinted("following");
    without.get(2).awaitPrinted("page and metrics on");
    programs.awaitBody("/ready", "ready");
    broker.kill();
    for (Program program : without) {
      assertThat(program.stop()).describedAs(program.complained()).isLessThan(SOON);
    }
    Program waiting = programs.joined("sink", "--port", 0);
    awaitWaiting(waiting);
    assertThat(waiting.stop()).isLessThan(SOON);
  }

  @Test
  void programsWhoseBrokerLostItsDataEndAndTheirNextStartBeginsAgain() throws Exception {
    int brokerPort = Program.freePort();
    Program broker = programs.broker(brokerPort);
    Program streams = programs.streams("one");
    int port = Program.freePort();
    Program sink = programs.joined("sink", "--port", port);
    Path log = Files.copy(LOG, folder.resolve("followed.log"));
    Program ingest = programs.ingest(log);
    Program.awaitBody("http://127.0.0.1:" + port + "/metrics", "tidemark_memory_used_bytes{");
    broker.kill();
    Utils.delete(programs.brokerFolder().resolve("kafka").toFile());

    programs.broker(brokerPort);

    // The first program that starts again creates the topics.
    assertThat(programs.joined("topics").exit()).isZero();
    for (Program program : List.of(streams, sink, ingest)) {
      assertThat(program.exit()).describedAs(program.complained()).isEqualTo(1);
      assertThat(program.complained().lines().count()).isLessThan(300);
    }
    assertThat(sink.complained()).contains(" lost the topic tidemark.");
    programs.streams("one");
    programs.sink();
    programs.ingest(log);
    programs.awaitState(programs.whole(log));
  }
}
