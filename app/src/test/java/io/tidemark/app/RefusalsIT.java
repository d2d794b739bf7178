package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Wrong use yields one clear sentence and exit code 2, and disturbs no other program. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RefusalsIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");

  @TempDir Path folder;

  private static void refused(String sentence, Object... arguments) {
    Here refused = Here.run(arguments);
    assertThat(refused.exit()).describedAs(refused.complained()).isEqualTo(2);
    assertThat(refused.complained()).doesNotContain("hunter2", "\tat ");
    // On a busy machine the broker's own warnings may precede it.
    assertThat(refused.complained().lines())
        .filteredOn(line -> line.startsWith("tidemark: "))
        .singleElement()
        .asString()
        .contains(sentence);
  }

  @Test
  void aMissingFileWithOnceEndsTheProcessWithItsCode() throws Exception {
    Path missing = folder.resolve("missing.log");
    try (Program program =
        Program.start(
            folder.resolve("refused.txt"),
            "watch",
            "--once",
            "--data",
            folder.resolve("data"),
            missing)) {
      assertThat(program.exit()).describedAs(program.complained()).isEqualTo(2);
      assertThat(program.complained()).contains(missing.toString()).hasLineCount(1);
    }
  }

  @Test
  void aFolderWithoutLogs() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    refused(empty.toString(), "watch", "--data", folder.resolve("data"), empty);
  }

  @Test
  void aDataFolderThatIsAFile() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    refused("--data " + file + " cannot be written", "watch", "--data", file, LOG);
  }

  @Test
  void aReceiverWhoseAddressHoldsAPasswordAndNothingOfItIsShown() throws Exception {
    refused(
        "--remote-write https://db.example/…: found a name or password",
        "replay",
        "--remote-write",
        "https://me:hunter2@db.example/write?key=hunter2",
        LOG);
    refused(
        "--remote-write-header 'Host'",
        "replay",
        "--remote-write",
        "http://127.0.0.1:1/write",
        "--remote-write-header",
        "Host: hunter2",
        LOG);
    refused(
        "want NAME:VALUE",
        "replay",
        "--remote-write-header",
        "hunter2",
        "--remote-write=http://x",
        LOG);
  }

  @Test
  void headersForAReceiverThatIsNotNamed() throws Exception {
    refused(
        "--otlp-header without --otlp",
        "watch",
        "--data",
        folder.resolve("data"),
        "--otlp-header",
        "Authorization: hunter2",
        LOG);
  }

  @Test
  void aPortThatIsNone() throws Exception {
    refused(
        "--port 99999: want 0 to 65535",
        "watch",
        "--port",
        99999,
        "--data",
        folder.resolve("data"),
        LOG);
  }

  @Test
  void aFormatThatIsNone() throws Exception {
    refused("--format elf: want one of tenstorrent, tpu-mlir", "report", "--format", "elf", LOG);
  }

  @Test
  void aReportWithNowhereToGo() throws Exception {
    refused(
        "--out '" + LOG + "' cannot be used (a file is there, not a folder)",
        "report",
        "--out",
        LOG,
        LOG);
  }

  @Test
  void aReplayWithNowhereToGo() throws Exception {
    refused("--openmetrics '" + folder + "'", "replay", "--openmetrics", folder, LOG);
    refused(
        "--remote-write: found no http or https address", "replay", "--remote-write", "elf", LOG);
    refused(
        "--remote-write http://127.0.0.1:99999/…: found port 99999; want one up to 65535",
        "replay",
        "--remote-write",
        "http://127.0.0.1:99999/key",
        LOG);
    Path file = folder.resolve("history.txt");
    refused("--start 'noon': want", "replay", "--start", "noon", "--openmetrics", file, LOG);
    refused("--zone Mars: want", "replay", "--zone", "Mars", "--openmetrics", file, LOG);
    assertThat(file).doesNotExist();
  }

  @Test
  void aReplayThroughAPipelineThatIsNotNamedOrAtNoSpeed() throws Exception {
    refused("want --bootstrap-servers HOST:PORT", "replay", "--no-create-topics", LOG);
    refused("--linger -1: want 0 to", "replay", "--linger=-1", LOG);
    refused("--port of replay", "replay", "--port=1", "--bootstrap-servers=127.0.0.1:1", LOG);
    Path file = folder.resolve("history.txt");
    refused("--retime, --speed", "replay", "--retime", "--openmetrics", file, LOG);
    assertThat(file).doesNotExist();
    for (String speed : new String[] {"0", "-1", "NaN", "Infinity", "fast", "1e9"}) {
      refused(
          "--speed '" + speed + "': want max, or a number",
          "replay",
          "--bootstrap-servers=127.0.0.1:1",
          "--speed",
          speed,
          LOG);
    }
  }

  @Test
  void aPortInUseLeavesTheJobsStoresAsTheyAre() throws Exception {
    Path data = folder.resolve("data");
    assertThat(Here.run("watch", "--once", "--port", 0, "--data", data, LOG).exit()).isZero();
    assertThat(mark(data)).hasSize(1);

    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      refused("cannot listen on " + port, "watch", "--port", port, "--data", data, LOG);
    }

    assertThat(mark(data)).as("else the next start wipes them").hasSize(1);
  }

  private static List<Path> mark(Path data) throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      return files.filter(file -> file.endsWith("stopped-in-order")).toList();
    }
  }

  @Test
  void aPortInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      refused(
          "cannot listen on " + port,
          "watch",
          "--port",
          port,
          "--data",
          folder.resolve("data"),
          LOG);
    }
  }

  @Test
  void anUnknownPlaceToReadFrom() throws Exception {
    refused("--from middle: want start or end", "watch", "--from", "middle", LOG);
  }

  @Test
  void readingOnceFromTheEnd() throws Exception {
    refused("--once with --from end reads nothing", "watch", "--once", "--from", "end", LOG);
  }

  @Test
  void aDataFolderInUseLeavesItsUserAlone() throws Exception {
    Path data = folder.resolve("data");
    try (Program first =
        Program.start(folder.resolve("first.txt"), "watch", "--port", 0, "--data", data, LOG)) {
      first.awaitPrinted("page and metrics on");
      String address = first.printed().lines().findFirst().orElseThrow().replaceFirst(".* on ", "");
      refused("is used by another tidemark", "watch", "--port", 0, "--data", data, LOG);
      assertThat(Program.awaitBody(address + "/metrics", "tidemark_run_memory_peak_bytes{"))
          .contains("op=");
      assertThat(Program.body(address + "/health")).contains("alive");
      assertThat(first.stop()).isLessThan(Duration.ofSeconds(30));
    }
  }

  @Test
  void aFileThatDoesNotExistYetIsWaitedFor() throws Exception {
    Path later = folder.resolve("later.log");
    try (Program watch =
        Program.start(
            folder.resolve("waits.txt"),
            "watch",
            "--port",
            0,
            "--data",
            folder.resolve("data"),
            later)) {
      watch.awaitPrinted("waiting for " + later);
      Files.copy(LOG, later);
      watch.awaitPrinted("later.log#1 out of memory: [####################] DRAM 11.81 GiB");
    }
  }
}
