package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.model.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests logs with one name that are followed on two hosts. */
class SourceNamingTest {

  @TempDir Path folder;

  @Test
  void logsOfOneNameOnTwoHostsAreTwoSourcesAcrossRestarts() throws Exception {
    Files.createDirectory(folder.resolve("one"));
    Files.createDirectory(folder.resolve("two"));
    MemoryOutlet broker = MemoryOutlet.prompt();
    Scene one = new Scene(folder.resolve("one"), broker, "a.log").host("one");
    Scene two = new Scene(folder.resolve("two"), broker, "a.log").host("two");
    one.write("a.log", "begins alike\n1\n").start().quiet().stop();
    two.write("a.log", "begins alike\n2\n").start().quiet().stop();
    one.write("a.log", "3\n").start().quiet();
    two.write("a.log", "4\n").start().quiet();
    assertThat(one.received().lines("one/a.log")).containsExactly("begins alike", "1", "3");
    assertThat(one.received().lines("two/a.log")).containsExactly("begins alike", "2", "4");
    assertThat(one.received().generations()).isEqualTo(2);
  }

  /** Of another tailer, on the same logs and at the same broker. */
  private Scene at(MemoryOutlet broker) {
    return new Scene(folder.resolve("one"), broker, "a.log");
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aSourceThatWasStoredWithoutAHostGoesOnUnderItsName(boolean rotated) throws Exception {
    Files.createDirectory(folder.resolve("one"));
    Files.createDirectory(folder.resolve("two"));
    MemoryOutlet broker = MemoryOutlet.prompt();
    at(broker).write("a.log", "begins alike\n1\n").start().quiet().stop();
    Scene other = new Scene(folder.resolve("two"), broker, "a.log").host("two");
    other.write("a.log", "begins alike\n1\n2\n").start().quiet();
    Scene upgraded = at(broker).host("one").write("a.log", "3\n");
    if (rotated) {
      upgraded.move("a.log", "a.log.1");
    }
    upgraded.write("a.log", "4\n").start().quiet();
    assertThat(upgraded.received().lines("a.log")).containsExactly("begins alike", "1", "3", "4");
    assertThat(upgraded.received().lines("two/a.log")).containsExactly("begins alike", "1", "2");
    assertThat(upgraded.received().sources()).hasSize(2);
  }

  @Test
  void aContainerWithANewHostNameGoesOnWithItsFiles() throws Exception {
    Files.createDirectory(folder.resolve("one"));
    MemoryOutlet broker = MemoryOutlet.prompt();
    at(broker).prefix("3f2a9c").write("a.log", "1\n").start().quiet().stop();
    Scene next = at(broker).host(ProcessSpace.host());
    next.write("a.log", "2\n").start().quiet().stop();
    assertThat(next.received().lines("3f2a9c/a.log")).containsExactly("1", "2");
    Scene named = at(broker).host("named").start().quiet();
    assertThat(named.received().lines("named/a.log")).containsExactly("1", "2");
  }

  @Test
  void whatThePathOfAPodStatesIsInEachSlice() throws Exception {
    Path pod = Files.createDirectories(folder.resolve("pods/ml_train-0_1f/main"));
    Scene scene = new Scene(pod, "0.log").host("node").write("0.log", "1\n").start().quiet();
    assertThat(scene.received().sources()).containsExactly("node/ml/train-0/main");
    assertThat(scene.outlet.slices)
        .isNotEmpty()
        .allSatisfy(
            sent ->
                assertThat(sent.slice().origin().labels())
                    .containsEntry("namespace", "ml")
                    .containsEntry("pod", "train-0")
                    .containsEntry("container", "main"));
  }

  @Test
  void withoutAPrefixALogKeepsItsName() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "1\n").start().quiet();
    assertThat(scene.received().sources()).containsExactly("a.log");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a b", "\u001b"})
  void aPrefixOfOtherCharactersIsRefused(String name) {
    assertThatThrownBy(() -> SourceNaming.PLAIN.prefixed(name))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("--source-prefix '")
        .hasMessageEndingWith("want 1 to 100 of the characters a-z A-Z 0-9 . _ -");
    assertThatThrownBy(() -> SourceNaming.PLAIN.on(name))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("--host-name '");
  }
}
