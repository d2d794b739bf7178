package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.find.Excluded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that a glob or a folder names by links, as kubelet makes them. */
class LinkedLogsTest {

  @TempDir Path home;
  private Path links;
  private Path pod;

  @BeforeEach
  void makeFolders() throws IOException {
    links = Files.createDirectories(home.resolve("log/containers"));
    pod = Files.createDirectories(home.resolve("log/pods/ns_train_1/main"));
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(
        pod.resolve(name), text, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void link(String target) throws IOException {
    Path temp = links.resolve(".new");
    Files.createSymbolicLink(temp, pod.resolve(target));
    Files.move(temp, links.resolve("train.log"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Whether each generation follows the one before it. */
  private static List<Boolean> follow(Scene scene) {
    return scene.outlet.slices.stream()
        .collect(
            toMap(
                sent -> sent.slice().generation(),
                sent -> sent.slice().origin().follows() != null,
                (first, again) -> first,
                LinkedHashMap::new))
        .values()
        .stream()
        .toList();
  }

  private Scene scene(String... names) {
    return new Scene(links, names);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*.log", "", "**", "train.log"})
  void aChainOfLinksIsFollowedUnderTheNameOfTheLink(String names) throws IOException {
    Path docker = Files.createDirectories(home.resolve("docker/0123"));
    Files.writeString(docker.resolve("0123-json.log"), "one\n", UTF_8);
    Files.createSymbolicLink(pod.resolve("0.log"), docker.resolve("0123-json.log"));
    link("0.log");
    Scene scene = scene(names).start().quiet();
    assertThat(scene.received().lines("train.log")).containsExactly("one");
    assertThat(scene.tailer().obstacles().leftOut()).isEmpty();
  }

  @Test
  void aTargetThatIsRotatedIsCountedOnce() throws IOException {
    link("0.log");
    write("0.log", "one\n");
    Scene scene = scene("*.log").start().quiet();
    for (int i = 0; i < 3; i++) {
      write("0.log", "before " + i + "\n");
      Files.move(pod.resolve("0.log"), pod.resolve("0.log.20260101-00000" + i));
      if (i == 1) {
        scene.quiet();
      }
      write("0.log", "after " + i + "\n");
      scene.quiet();
    }
    assertThat(scene.received().lines("train.log"))
        .containsExactly(
            "one", "before 0", "after 0", "before 1", "after 1", "before 2", "after 2");
    assertThat(follow(scene)).containsExactly(false, true, true, true);
    assertThat(scene.tailer().counts().lostBytes()).isZero();
  }

  @Test
  void aTargetThatIsRotatedTwiceWhileNoTailerRunsIsCountedOnce() throws IOException {
    link("0.log");
    write("0.log", "one\n");
    Scene scene = scene("*.log").start().quiet().crash();
    write("0.log", "two\n");
    Files.move(pod.resolve("0.log"), pod.resolve("0.log.20260101-000000"));
    write("0.log", "three, which was never seen by a tailer\n");
    Files.move(pod.resolve("0.log"), pod.resolve("0.log.20260101-000001"));
    write("0.log", "four\n");
    scene.start().quiet();
    assertThat(scene.received().lines("train.log"))
        .containsExactly("one", "two", "three, which was never seen by a tailer", "four");
    assertThat(scene.stop().start().quiet().received().lines()).hasSize(4);
    assertThat(scene.tailer().counts().lostBytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLinkThatIsReplacedLeadsToTheNextLog(boolean running) throws IOException {
    link("0.log");
    write("0.log", "one\n");
    Scene scene = scene("*.log").start().quiet();
    if (!running) {
      scene.crash();
    }
    write("0.log", "two\n");
    write("1.log", "three\n");
    link("1.log");
    if (!running) {
      scene.start();
    }
    scene.quiet();
    write("1.log", "four\n");
    assertThat(scene.quiet().received().lines("train.log"))
        .containsExactly("one", "two", "three", "four");
    assertThat(follow(scene))
        .as("the container's process began anew")
        .containsExactly(false, false);
    assertThat(scene.tailer().counts().lostBytes()).isZero();
  }

  @Test
  void aTargetThatIsCutAfterACopyIsCountedOnce() throws IOException {
    link("0.log");
    write("0.log", "one, a line of some length\n");
    Scene scene = scene("*.log").start().quiet();
    write("0.log", "two\n");
    Files.copy(pod.resolve("0.log"), pod.resolve("0.log.1"));
    Files.writeString(pod.resolve("0.log"), "three\n", UTF_8);
    assertThat(scene.quiet().received().lines("train.log"))
        .containsExactly("one, a line of some length", "two", "three");
    assertThat(scene.tailer().counts().lostBytes()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1234, 0, 1", "1234, 1234, 0", "0, 1234, 0", "65534, 65534, 1"})
  void anotherUsersLinkLeadsOnlyToThatUsersFiles(int linkOwner, int owner, int leftOut)
      throws IOException {
    assumeTrue(Files.getAttribute(pod, "unix:uid").equals(0), "only root gives files away");
    write("0.log", "one\n");
    link("0.log");
    Files.setAttribute(pod.resolve("0.log"), "unix:uid", owner);
    Path link = links.resolve("train.log");
    Files.setAttribute(link, "unix:uid", linkOwner, LinkOption.NOFOLLOW_LINKS);
    Scene scene = scene("*.log").start().quiet();
    assertThat(scene.tailer().obstacles().leftOut(Excluded.Reason.FOREIGN_LINK)).isEqualTo(leftOut);
    assertThat(scene.received().lines("train.log")).hasSize(1 - leftOut);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLinkAndItsTargetAreReadByTheNameOfTheTarget(boolean together) throws IOException {
    Scene scene = new Scene(home.resolve("log"), "containers/*.log", "pods/**.log");
    write("0.log", "one\n");
    if (!together) {
      scene.start().quiet();
    }
    link("0.log");
    Files.createSymbolicLink(pod.resolve("a.log"), pod.resolve("0.log"));
    if (together) {
      scene.start();
    }
    write("0.log", "two\n");
    assertThat(scene.quiet().received().lines("ns/train/main")).containsExactly("one", "two");
    assertThat(scene.received().sources()).containsExactly("ns/train/main");
    assertThat(scene.tailer().obstacles().leftOut()).isEmpty();
  }

  @Test
  void aFolderBehindALinkIsFollowedWithItsRotatedFiles() throws IOException {
    Files.createSymbolicLink(links.resolve("pod"), pod);
    write("a.log", "one\n");
    Scene scene = scene("*/a.log").start().quiet().crash();
    write("a.log", "two\n");
    Files.move(pod.resolve("a.log"), pod.resolve("a.log.1"));
    write("a.log", "three\n");
    assertThat(scene.start().quiet().received().lines("a.log"))
        .containsExactly("one", "two", "three");
    assertThat(scene.tailer().counts().lostBytes()).isZero();
  }

  @Test
  void everyFileThatIsLeftOutIsCountedByItsReason() throws Exception {
    Path fifo = links.resolve("pipe.log");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    Files.createSymbolicLink(links.resolve("null.log"), Path.of("/dev/null"));
    Files.createSymbolicLink(links.resolve("self.log"), links.resolve("self.log"));
    Files.createSymbolicLink(links.resolve("up"), home.resolve("log"));
    Files.createSymbolicLink(links.resolve("dead.log"), pod.resolve("none.log"));
    Files.write(links.resolve("gz.log"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
    Files.write(links.resolve("wide.log"), new byte[] {(byte) 0xff, (byte) 0xfe, 'a', 0});
    assertThatThrownBy(() -> Ingest.atRest(List.of(links + "/p*.log")))
        .hasMessageContaining(fifo + "' is a pipe, socket or device; want");
    Scene scene = scene("**.log").write("a.log", "one\n").start().quiet();
    Obstacles obstacles = scene.tailer().obstacles();
    assertThat(obstacles.leftOut(Excluded.Reason.SPECIAL)).isEqualTo(2);
    assertThat(obstacles.leftOut(Excluded.Reason.LINK_LOOP)).isEqualTo(2);
    assertThat(obstacles.leftOut(Excluded.Reason.DEAD_LINK)).isOne();
    assertThat(obstacles.leftOut(Excluded.Reason.NO_TEXT)).isEqualTo(2);
    assertThat(obstacles.unreadable()).isZero();
    assertThat(scene.received().lines()).containsExactly("one");
    Files.delete(links.resolve("gz.log"));
    scene.write("gz.log", "text\n").quiet();
    assertThat(scene.tailer().obstacles().leftOut(Excluded.Reason.NO_TEXT)).isOne();
    assertThat(scene.received().lines("gz.log")).containsExactly("text");
  }
}
