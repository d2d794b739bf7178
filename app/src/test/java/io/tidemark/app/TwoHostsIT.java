package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests tailers on two hosts that follow one folder, when the first loses its link to the broker.
 */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TwoHostsIT {

  private static final Duration CUT = Duration.ofSeconds(30);
  private static final Path TEXT = Samples.root().resolve("examples/tenstorrent.log");

  @TempDir Path folder;
  private final List<AutoCloseable> shared = new ArrayList<>();
  private Apart programs = new Apart(Path.of(""));
  private Path log = Path.of("");
  private long written;

  @BeforeEach
  void begin() throws Exception {
    programs = new Apart(folder);
    SecondHost other = SecondHost.open(folder);
    shared.add(other);
    programs.broker(0);
    int port = Integer.parseInt(programs.bootstrapServers().replaceAll(".*:", ""));
    shared.addAll(0, other.share(port));
    programs.streams("one");
    programs.sink();
    log = Files.createDirectory(folder.resolve("logs")).resolve("train.log");
    append();
  }

  @AfterEach
  void end() throws Exception {
    programs.close();
    for (AutoCloseable one : shared) {
      one.close();
    }
  }

  private SecondHost other() {
    return (SecondHost) shared.get(shared.size() - 1);
  }

  private void append() throws Exception {
    byte[] text = Files.readAllBytes(TEXT);
    Files.write(log, text, StandardOpenOption.APPEND, StandardOpenOption.CREATE);
    written += (long) Program.lines(TEXT);
  }

  private void awaitAllCounted() throws Exception {
    programs.awaitCounted(written);
    assertThat(programs.counted()).isEqualTo(written);
    assertThat(programs.gaps()).isZero();
  }

  private Program ingestOnTheOtherHost() throws Exception {
    return programs.own(
        Program.startBehind(
            other().inside(),
            folder.resolve("other.txt"),
            "ingest",
            "--bootstrap-servers",
            programs.bootstrapServers(),
            "--config",
            Apart.clientFile(programs.brokerFolder()),
            log.getParent()));
  }

  @Test
  void aLinkThatIsCutForHalfAMinuteLosesAndRepeatsNothing() throws Exception {
    Program tailer = ingestOnTheOtherHost();
    awaitAllCounted();

    other().cut();
    long cutNanos = System.nanoTime();
    append();
    Files.move(log, log.resolveSibling("train.log.1"));
    append();
    await().atMost(Apart.PATIENCE).until(() -> System.nanoTime() - cutNanos > CUT.toNanos());
    other().connect();

    awaitAllCounted();
    assertThat(tailer.alive()).isTrue();
  }

  @Test
  void theTailerThatIsNotCutOffTakesOverAndTheOtherEnds() throws Exception {
    Program cutOff = ingestOnTheOtherHost();
    awaitAllCounted();
    Program second = programs.ingest(log.getParent());
    await()
        .atMost(Apart.PATIENCE)
        .until(() -> second.complained().contains("train.log: followed by "));

    other().cut();
    long cutNanos = System.nanoTime();
    append();
    Files.move(log, log.resolveSibling("train.log.1"));
    append();
    awaitAllCounted();
    await().atMost(Apart.PATIENCE).until(() -> System.nanoTime() - cutNanos > CUT.toNanos());
    other().connect();

    assertThat(cutOff.exit()).isEqualTo(1);
    assertThat(cutOff.complained()).contains("train.log: ", " follows it now");
    append();
    awaitAllCounted();
  }
}
