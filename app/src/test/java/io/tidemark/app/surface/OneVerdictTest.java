package io.tidemark.app.surface;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.RunId;
import io.tidemark.model.Samples;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every surface gives the same verdict, peak and culprit of one log. */
class OneVerdictTest {

  /** They compare runs, or write samples that carry no verdict. */
  private static final Set<String> NO_SURFACE =
      Set.of(
          "Comparison",
          "RunHistory",
          "StateHistory",
          "WeightLines",
          "MainMemory",
          "PlanOrder",
          "RunVerdict");

  private static List<SurfaceCase> cases() {
    return SurfaceCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everySurfaceGivesTheSameVerdictPeakAndCulprit(SurfaceCase of) throws Exception {
    LogAtRest log = LogAtRest.of(List.of(of.path()), Settings.DEFAULT).get(0);
    Board board = Analysed.of(log, outcome -> {}).board();
    RunId run = board.runs().firstKey();
    for (Surface surface : Surface.values()) {
      String text = surface.text(board, run);
      assertThat(text).as("%s", surface).contains(surface.verdict(of));
      if (of.memory() != null) {
        assertThat(text).as("%s", surface).contains(surface.memory(of.memory()));
      }
      if (of.plan() != null) {
        assertThat(text).as("%s", surface).contains(surface.plan(of.plan()));
      }
    }
  }

  /** A new class that writes a peak or a plan's verdict has to join a surface of the table. */
  @Test
  void whoWritesAPeakOrAVerdictBelongsToASurface() throws IOException {
    Set<String> writers = new TreeSet<>();
    for (String module : List.of("sink", "app")) {
      writers.addAll(writers(Samples.root().resolve(module + "/src/main/java")));
    }
    Set<String> known = new TreeSet<>(NO_SURFACE);
    Arrays.stream(Surface.values()).forEach(surface -> known.addAll(surface.classes()));

    assertThat(writers).isEqualTo(known);
  }

  private static Set<String> writers(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(OneVerdictTest::writes)
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .collect(Collectors.toSet());
    }
  }

  private static boolean writes(Path file) {
    try {
      String source = Files.readString(file);
      return source.contains(".tidemark()") || source.contains("PlanVerdict.of(");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
