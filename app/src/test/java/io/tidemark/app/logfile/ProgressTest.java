package io.tidemark.app.logfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.SlicedLog.Pass;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The line of progress on a terminal that keeps everything, by a clock of the test. */
class ProgressTest {

  private static final String ERASED = "\r\u001b[K";

  @TempDir Path folder;

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private long seconds;

  /** Each question takes as many seconds. */
  private long secondsPerLook;

  private final Progress progress =
      new Progress(
          new PrintStream(terminal, true, UTF_8),
          () -> TimeUnit.SECONDS.toNanos(seconds += secondsPerLook));

  private List<String> lines() {
    return Stream.of(terminal.toString(UTF_8).split(Pattern.quote(ERASED)))
        .filter(s -> !s.isEmpty())
        .toList();
  }

  private Path log(String name, int lines) throws Exception {
    return Files.writeString(folder.resolve(name), "a line of no known format\n".repeat(lines));
  }

  @Test
  void aShareAndTheTimeLeftAreShownAfterASecondOnly() {
    progress.begin("reading", 200);
    progress.read(50);
    assertThat(terminal.toString(UTF_8)).isEmpty();

    seconds = 65;
    progress.read(50);
    progress.read(1);
    assertThat(lines()).containsExactly("reading: 50 %, 1:05 left");
  }

  @Test
  void aLineIsErasedOnce() {
    seconds = 2;
    progress.clear();
    progress.show("reading standard input", 5_000_000, 0, 0);
    progress.clear();
    progress.clear();
    assertThat(terminal.toString(UTF_8))
        .isEqualTo(ERASED + "reading standard input: 5.0 MB" + ERASED);
  }

  @Test
  void moreBytesThanWereKnownAreNotMoreThanAll() {
    progress.begin("reading", 100);
    seconds = 9;
    progress.read(300);
    assertThat(lines()).containsExactly("reading: 100 %, 0:00 left");
  }

  @Test
  void bothPassesOverAllLogsAreOneWork() throws Exception {
    List<LogAtRest> logs =
        LogAtRest.of(List.of(log("a.log", 3), log("b.log", 1)), Settings.DEFAULT);
    secondsPerLook = 2;
    for (LogAtRest log : LogAtRest.shown(logs, progress, Pass.values())) {
      Analysed.of(log, outcome -> {});
    }
    progress.clear();

    assertThat(lines())
        .extracting(line -> line.replaceFirst(",.*", ""))
        .containsExactly("reading: 7 %", "reading: 75 %", "reading: 77 %", "reading: 100 %");
    assertThat(terminal.toString(UTF_8)).endsWith(ERASED);
  }

  @Test
  void allPackedLogsAreOneWorkAndErasedAtTheEnd() throws Exception {
    Path one = packed("a.log");
    Path two = packed("b.log");
    secondsPerLook = 2;
    List<String> names = List.of(one.toString(), log("plain.log", 1).toString(), two.toString());
    try (PlainLogs plain = PlainLogs.of(names, InputStream.nullInputStream(), progress)) {
      assertThat(lines())
          .startsWith("unpacking: 50 %, 0:02 left")
          .last()
          .asString()
          .startsWith("unpacking: 100 %");
      assertThat(plain.names()).hasSize(3);
    }
    assertThat(terminal.toString(UTF_8)).endsWith(ERASED);
  }

  private Path packed(String name) throws Exception {
    Path log = log(name, 10);
    Path packed = folder.resolve(name + ".gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(log, out);
    }
    return packed;
  }
}
