package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Here;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DoctorCommandTest {

  @TempDir Path folder;

  @Test
  void aMachineThatHasAllIsFine() throws IOException {
    Path log = Files.createFile(folder.resolve("a.log"));

    Here doctor = Here.run("doctor", "--data", folder.resolve("data"), "--port", 0, log);

    assertThat(doctor.exit()).describedAs(doctor.printed()).isZero();
    assertThat(doctor.printed().lines())
        .hasSize(4)
        .allMatch(line -> line.startsWith("ok      "))
        .anyMatch(line -> line.contains("logs       1 files can be read"))
        .anyMatch(line -> line.matches("ok +disk +[\\d,.]+ MiB left"));
    assertThat(folder.resolve("data")).isEmptyDirectory();
  }

  @Test
  void eachCheckThatFailsSaysWhatToDo() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Here doctor =
          Here.run(
              "doctor",
              "--data",
              file.resolve("below"),
              "--port",
              taken.getLocalPort(),
              "--bootstrap-servers",
              "127.0.0.1:1",
              folder.resolve("none.log"));

      assertThat(doctor.exit()).isEqualTo(1);
      assertThat(doctor.printed().lines())
          .hasSize(4)
          .allMatch(line -> line.startsWith("failed  "))
          .anyMatch(line -> line.contains("logs ") && line.contains("none.log"))
          .anyMatch(line -> line.contains("folder ") && line.contains("name another with --data"))
          .anyMatch(
              line ->
                  line.contains("port " + taken.getLocalPort())
                      && line.contains("end the program that has it"))
          .anyMatch(line -> line.contains("kafka ") && line.contains("127.0.0.1:1"));
    }
  }

  @Test
  void anUnknownProgramIsRefused() {
    Here doctor = Here.run("doctor", "--program", "watch");

    assertThat(doctor.exit()).isEqualTo(2);
    assertThat(doctor.complained()).contains("--program watch: want ingest, streams or sink");
  }
}
