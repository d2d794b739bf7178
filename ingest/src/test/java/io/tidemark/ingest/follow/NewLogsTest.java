package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.model.log.Position;
import io.tidemark.model.log.Position.FileIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the rows of the table "What is a new log, and what is not" of docs/faults.md. */
class NewLogsTest {

  private static final Path DOCS =
      Path.of(System.getProperty("tidemark.root", "..")).resolve("docs/faults.md");

  private static final String OLD = "a line of the log\n".repeat(20);
  private static final String MORE = "one more\n";
  private static final String OTHER = OLD.replaceFirst("line", "word") + MORE;

  private static final Map<String, Consumer<Scene>> EVENTS = new LinkedHashMap<>();

  static {
    EVENTS.put("lines are appended", scene -> scene.write("a.log", MORE));
    EVENTS.put("the device number changes", scene -> onAnotherDevice(scene).write("a.log", MORE));
    EVENTS.put(
        "replaced by a longer file that begins with the whole log",
        scene -> scene.replace("a.log", OLD + MORE));
    EVENTS.put("replaced by an equal file", scene -> scene.replace("a.log", OLD));
    EVENTS.put(
        "replaced by a longer file that begins otherwise", scene -> scene.replace("a.log", OTHER));
    EVENTS.put("replaced by a shorter file", scene -> scene.replace("a.log", OLD.substring(18)));
    EVENTS.put(
        "renamed as a rotation does, and a file with other content begins",
        scene -> scene.move("a.log", "a.log.1").write("a.log", OTHER));
    EVENTS.put(
        "renamed and compressed at once, and a file with other content begins",
        scene -> scene.compress("a.log", "a.log.1.gz").write("a.log", OTHER));
    EVENTS.put(
        "renamed otherwise, and a file with other content begins",
        scene -> scene.move("a.log", "first-try.txt").write("a.log", OTHER));
    EVENTS.put(
        "copied and truncated, and written on",
        scene -> scene.copyAndCut("a.log", "a.log.1", MORE));
    EVENTS.put("truncated and written on", scene -> scene.rewrite("a.log", MORE));
    EVENTS.put(
        "deleted, and a file with other content begins",
        scene -> {
          scene.delete("a.log");
          scene.write("a.log", OTHER);
        });
    EVENTS.put(
        "deleted, and a file comes that begins with the whole log",
        scene -> {
          scene.delete("a.log");
          scene.write("a.log", OLD + MORE);
        });
    EVENTS.put(
        "replaced by a longer file, when less than 256 bytes of the log were read",
        scene -> scene.replace("a.log", OLD.substring(0, 252) + MORE));
  }

  @TempDir Path folder;

  /** A row; the event without what is in brackets or after a colon. */
  record Row(String event, String result) {

    boolean goesOn() {
      return result.equals("goes on");
    }

    static Row of(String line) {
      String[] cells = line.split("\\|", -1);
      String event = cells[1].replaceAll(": .*| \\([^)]*\\)", "").strip();
      return new Row(event, cells[2].strip());
    }
  }

  static List<Row> rows() throws IOException {
    try (Stream<String> lines = Files.lines(DOCS)) {
      return lines
          .dropWhile(line -> !line.equals("| event | result |"))
          .skip(2)
          .takeWhile(line -> line.startsWith("|"))
          .map(Row::of)
          .toList();
    }
  }

  @Test
  void everyRowHasItsEvent() throws IOException {
    assertThat(rows()).extracting(Row::event).containsExactlyInAnyOrderElementsOf(EVENTS.keySet());
  }

  private void check(Row row, boolean live) throws IOException {
    String text = row.event().contains("less than") ? OLD.substring(0, 252) : OLD;
    Scene scene = new Scene(Files.createDirectory(folder.resolve("logs")), "a.log");
    scene.write("a.log", text).age("").start().quiet();
    if (!live) {
      scene.stop();
    }
    EVENTS.get(row.event()).accept(scene);
    String now = Files.readString(scene.path("a.log"));
    if (!live) {
      scene.start();
    }
    scene.quiet();
    for (int start = 0; start < 2; start++) {
      String expected = row.goesOn() ? now : text + now;
      assertThat(scene.received().raw("a.log")).as(row.event()).contains(expected);
      assertThat(scene.received().generations()).isEqualTo(row.goesOn() ? 1 : 2);
      assertThat(
              scene.outlet.slices.stream()
                  .anyMatch(sent -> sent.slice().origin().follows() != null))
          .as(row.event())
          .isEqualTo(row.result().equals("same run"));
      scene.crash().start().quiet();
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aRowHoldsWhileATailerRuns(Row row) throws IOException {
    check(row, true);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void aRowHoldsWhileNoTailerRuns(Row row) throws IOException {
    check(row, false);
  }

  /** Its writer may go on with it: the file at its place is another log, however it begins. */
  @Test
  void aFileThatBeginsLikeOneThatWasMovedAwayIsANewLog() throws IOException {
    Scene scene = new Scene(folder, "a.log").write("a.log", OLD).start().quiet();

    scene.move("a.log", "first-run").write("a.log", OLD + MORE).quiet();
    scene.write("first-run", "the end of the first run\n").quiet();

    assertThat(scene.received().generations()).isEqualTo(2);
    assertThat(scene.received().raw("a.log").orElseThrow())
        .contains(OLD + MORE, "the end of the first run\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLogThatIsReplacedTenTimesIsReadOnce(boolean live) throws IOException {
    Scene scene = new Scene(folder, "*.log").write("a.log", OLD).start().quiet();
    StringBuilder text = new StringBuilder(OLD);
    for (int i = 0; i < 10; i++) {
      if (!live) {
        scene.stop();
      }
      scene.replace("a.log", text.append(MORE.repeat(50)).toString());
      if (!live) {
        scene.start();
      }
      scene.quiet();
    }
    assertThat(scene.received().raw("a.log")).contains(text.toString());
    assertThat(scene.received().lost()).isZero();
  }

  @Test
  void rotatedFilesAreKnownUnderAnotherDeviceNumber() {
    Scene scene = new Scene(folder, "a.log").write("a.log.7", "ancient\n").write("a.log", "one\n");
    scene.start().quiet().move("a.log", "a.log.1").write("a.log", "two\n").quiet();
    scene.lateWritesOver().stop();
    onAnotherDevice(scene).start().quiet();
    scene.move("a.log.1", "a.log.2").move("a.log", "a.log.1").write("a.log", "three\n").quiet();
    assertThat(scene.received().lines()).containsExactly("one", "two", "three");
  }

  @Test
  void aFileThatIsRenamedWithinTheGlobAndCopiedBackIsNoReplacedOne() {
    Scene scene = new Scene(folder, "*.log").write("a.log", OLD).start().quiet();
    scene.move("a.log", "b.log").copy("b.log", "a.log").quiet().write("b.log", MORE).quiet();
    assertThat(scene.received().raw("a.log")).contains(OLD + MORE + OLD);
    assertThat(scene.received().sources()).containsExactly("a.log");
  }

  /** A first write copies the file of a lower folder: its inode stays, its birth does not. */
  @Test
  void aCopyOnAnOverlayThatIsMountedAnewGoesOn() throws Exception {
    for (String name : List.of("low", "up", "work", "logs")) {
      Files.createDirectory(folder.resolve(name));
    }
    Files.writeString(folder.resolve("low/a.log"), OLD);
    String layers = "lowerdir=%1$s/low,upperdir=%1$s/up,workdir=%1$s/work".formatted(folder);
    String logs = folder.resolve("logs").toString();
    List<String> mount = List.of("mount", "-t", "overlay", "overlay", "-o", layers, logs);
    List<String> unmount = List.of("umount", "--lazy", logs);
    assumeThat(run(mount)).as("overlays may be mounted here").isTrue();
    try {
      Scene scene = new Scene(folder.resolve("logs"), "a.log").start().quiet();
      scene.write("a.log", MORE).quiet();
      assertThat(run(unmount) && run(mount)).isTrue();
      scene.write("a.log", MORE).quiet();

      assertThat(scene.received().generations()).isEqualTo(1);
      assertThat(scene.received().raw("a.log")).contains(OLD + MORE + MORE);
    } finally {
      run(unmount);
    }
  }

  private static boolean run(List<String> command) throws Exception {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false; // no such program
    }
  }

  /** As if all files were on another device when they were read. */
  private static Scene onAnotherDevice(Scene scene) {
    scene.outlet.positions.replaceAll((id, position) -> onAnotherDevice(position));
    return scene;
  }

  private static Position onAnotherDevice(Position position) {
    FileIdentity file = position.file();
    String key = String.valueOf(file.fileKey()).replaceFirst("dev=", "dev=7");
    return new Position(
        position.source(),
        new FileIdentity(file.uri(), key, file.bornNanos()),
        position.offset(),
        position.lines(),
        position.marker(),
        position.ended(),
        position.lineage());
  }
}
