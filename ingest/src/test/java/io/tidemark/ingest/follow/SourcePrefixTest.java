package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.ingest.checkpoint.SourcePrefix;
import io.tidemark.model.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests logs with one name that are followed on two hosts. */
class SourcePrefixTest {

  @TempDir Path folder;

  @Test
  void logsOfOneNameOnTwoHostsAreTwoSourcesAcrossRestarts() throws Exception {
    Files.createDirectory(folder.resolve("one"));
    Files.createDirectory(folder.resolve("two"));
    MemoryOutlet broker = MemoryOutlet.prompt();
    Scene one = new Scene(folder.resolve("one"), broker, "a.log").prefix("one");
    Scene two = new Scene(folder.resolve("two"), broker, "a.log").prefix("two");
    one.write("a.log", "begins alike\n1\n").start().quiet().stop();
    two.write("a.log", "begins alike\n2\n").start().quiet().stop();
    one.write("a.log", "3\n").start().quiet();
    two.write("a.log", "4\n").start().quiet();
    assertThat(one.received().lines("one/a.log")).containsExactly("begins alike", "1", "3");
    assertThat(one.received().lines("two/a.log")).containsExactly("begins alike", "2", "4");
    assertThat(one.received().generations()).isEqualTo(2);
  }

  @Test
  void withoutAPrefixALogKeepsItsName() {
    Scene scene = new Scene(folder, "a.log").write("a.log", "1\n").start().quiet();
    assertThat(scene.received().sources()).containsExactly("a.log");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a b", "\u001b"})
  void aPrefixOfOtherCharactersIsRefused(String name) {
    assertThatThrownBy(() -> SourcePrefix.of(name))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("--source-prefix '")
        .hasMessageEndingWith("want 1 to 100 of the characters a-z A-Z 0-9 . _ -");
  }
}
