package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The files of a rotated log follow each other; single rotations are in {@link NewLogsTest}. */
class RotatedRunTest {

  private static final Map<String, Consumer<Scene>> ROTATIONS =
      Map.of(
          "twice",
          s -> {
            s.move("a.log", "a.log.1").write("a.log", "two\n").quiet();
            s.move("a.log.1", "a.log.2").move("a.log", "a.log.1").write("a.log", "three\n");
          },
          "twice between two looks",
          s -> {
            s.move("a.log", "a.log.2").write("a.log", "two\n").move("a.log", "a.log.1");
            s.write("a.log", "three\n");
          },
          "by copies, twice",
          s -> {
            s.copyAndCut("a.log", "a.log.1", "two\n").quiet().move("a.log.1", "a.log.2");
            s.copyAndCut("a.log", "a.log.1", "three\n");
          },
          "by rename, then by a copy",
          s -> {
            s.move("a.log", "a.log.2").write("a.log", "two\n").quiet();
            s.copyAndCut("a.log", "a.log.1", "").quiet().write("a.log", "three\n");
          },
          "by a copy that is seen before the cut",
          s -> s.copy("a.log", "a.log.1").quiet().rewrite("a.log", "two\n"),
          "by a copy, empty for a time",
          s -> s.copyAndCut("a.log", "a.log.1", "").quiet().write("a.log", "two\n"),
          "by a copy that is seen before the cut, empty for a time",
          s ->
              s.copy("a.log", "a.log.1").quiet().rewrite("a.log", "").quiet().write("a.log", "2\n"),
          "long before the next line",
          s -> s.move("a.log", "a.log.1").quiet().lateWritesOver().write("a.log", "two\n"),
          "with a start before the next line",
          s -> s.move("a.log", "a.log.1").quiet().crash().start().quiet().write("a.log", "two\n"),
          "with a start between rename and create",
          s -> s.move("a.log", "a.log.1").crash().start().write("a.log", "two\n"));

  @TempDir Path folder;

  private Scene read(String list) throws IOException {
    return new Scene(Files.createTempDirectory(folder, "logs"), list)
        .write("a.log", "one\n")
        .start()
        .quiet();
  }

  /** What each generation follows, the oldest first; each must follow the one before it or none. */
  private static List<Boolean> follow(Scene scene) {
    List<String> generations = new ArrayList<>();
    List<Boolean> follow = new ArrayList<>();
    for (MemoryOutlet.Arrived sent : scene.outlet.slices) {
      Slice slice = sent.slice();
      if (!generations.contains(slice.generation())) {
        String before = generations.isEmpty() ? null : generations.get(generations.size() - 1);
        String follows = slice.origin().follows();
        assertThat(follows).isIn(null, before);
        follow.add(follows != null);
        generations.add(slice.generation());
      }
    }
    return follow;
  }

  @TestFactory
  List<DynamicTest> aLogRotated() {
    return Stream.of("a.log", "a.log*")
        .flatMap(
            list ->
                ROTATIONS.entrySet().stream()
                    .map(
                        each ->
                            DynamicTest.dynamicTest(
                                list + " " + each.getKey(), () -> check(list, each.getValue()))))
        .toList();
  }

  private void check(String list, Consumer<Scene> rotation) throws IOException {
    Scene scene = read(list);
    rotation.accept(scene);
    List<Boolean> follow = follow(scene.quiet());
    assertThat(follow).hasSizeGreaterThan(1).startsWith(false);
    assertThat(follow.subList(1, follow.size())).containsOnly(true);

    scene.crash().start().quiet().write("a.log", "a last line\n").quiet();
    assertThat(follow(scene)).isEqualTo(follow);
  }

  @Test
  void eachFileIsARunIfTheUserSaysSo() throws IOException {
    Scene scene = read("a.log").crash().newRunPerFile().start().quiet();
    scene.move("a.log", "a.log.1").write("a.log", "two\n").quiet();
    assertThat(follow(scene)).containsExactly(false, false);
  }
}
