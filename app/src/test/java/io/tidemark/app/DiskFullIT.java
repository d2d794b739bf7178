package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A full disk ends a program in order; with free space it continues where it stopped. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DiskFullIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");

  @TempDir Path folder;
  private Path disk = Path.of("");
  private Apart programs = new Apart(Path.of(""));

  @BeforeEach
  void begin() throws Exception {
    programs = new Apart(folder);
    disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        ran("mount", "-t", "tmpfs", "-o", "size=256m", "tmpfs", disk.toString()),
        "cannot mount a small disk");
  }

  @AfterEach
  void end() throws Exception {
    programs.close();
    ran("umount", "-l", disk.toString());
  }

  private static boolean ran(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Fills the disk to its last byte. */
  private Path fill() throws IOException {
    Path filler = disk.resolve("filler");
    byte[] block = new byte[1 << 20];
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      return filler;
    }
  }

  private static void assertEndedFull(Program program, String option) throws Exception {
    assertThat(program.exit()).describedAs(program.complained()).isEqualTo(1);
    assertThat(program.complained().lines().reduce("", (before, line) -> line))
        .startsWith("tidemark: ")
        .contains(option, "free space and start again");
  }

  @Test
  void theBrokersDisk() throws Exception {
    Path data = disk.resolve("data");
    int port = Program.freePort();
    Program watch = programs.start("watch", "watch", "--port", port, "--data", data, LOG);
    Program.awaitBody("http://127.0.0.1:" + port + "/metrics", "tidemark_memory_used_bytes{");
    Path filler = fill();
    assertEndedFull(watch, "--data");
    Files.delete(filler);

    Object[] once = {"watch", "--once", "--json", "--data", data, LOG};
    Program again = programs.start("again", once);

    assertThat(again.exit()).describedAs(again.complained()).isZero();
    assertThat(again.printed()).isEqualTo(programs.whole(LOG));
  }

  @Test
  void theDiskOfTheStreamsState() throws Exception {
    programs.broker(Program.freePort());
    programs.sink();
    programs.ingest(LOG);
    Object[] state = {"--state", disk.resolve("one"), "--instance", "one"};
    Program streams = programs.joined("streams", state);
    programs.awaitBody("/metrics", "tidemark_memory_used_bytes{");
    Path filler = fill();
    assertEndedFull(streams, "--state");
    Files.delete(filler);

    programs.joined("streams", state);

    programs.awaitState(programs.whole(LOG));
  }
}
