package io.tidemark.app.surface;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All outputs must give the same verdict, peak and culprit for one log. */
class OneVerdictTest {

  /** They sort the outputs' texts, or send alerts with the culprit in the common words. */
  private static final Set<String> NO_SURFACE =
      Set.of(
          "AlertText",
          "WeightLines",
          "MainMemory",
          // PlanSamplesIT compares the view of a plan with the golden figures.
          "Pages",
          "PlanOrder",
          // A curve without figures except the peak of its line, which PlotLinesTest reads.
          "PlotLines",
          "RunVerdict",
          // The memory of an answer, which AnswerSurfacesTest reads on every surface.
          "Fullness",
          "Fills",
          // The series of an answer, which HistoryMatchesScrapeTest reads.
          "WhereFigures",
          // What an allocator reserved above a peak, which StatedAnswersTest reads.
          "Note",
          // The peaks of several runs, which FitCommandTest reads in its answer.
          "FitRuns");

  @TempDir Path folder;

  private static List<SurfaceCase> cases() {
    return SurfaceCase.all();
  }

  private static List<SurfaceCase> samples() throws IOException {
    return SampleCases.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everySurfaceGivesTheSameVerdictPeakAndCulprit(SurfaceCase of) throws Exception {
    Shown shown = Shown.of(of, folder);
    for (Surface surface : Surface.all()) {
      String text = surface.text(shown);
      assertThat(text)
          .as("%s", surface)
          .contains(facts(surface, of))
          .doesNotContain(surface.never(of));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySurfaceGivesTheFiguresThatAreReadWithoutTheProgram(SurfaceCase of) throws Exception {
    everySurfaceGivesTheSameVerdictPeakAndCulprit(of);
  }

  private static List<String> facts(Surface surface, SurfaceCase of) {
    List<String> facts = new ArrayList<>(List.of(surface.verdict(of)));
    if (of.memory() != null) {
      facts.addAll(surface.memory(of.memory()));
    }
    if (of.plan() != null) {
      facts.addAll(surface.plan(of.plan()));
    }
    if (of.phase() != null) {
      facts.addAll(surface.phase(of.phase()));
    }
    return facts;
  }

  /** A new class that writes a peak or a plan's verdict must be added to an output of the table. */
  @Test
  void whoWritesAPeakOrAVerdictBelongsToASurface() throws IOException {
    Set<String> writers = new TreeSet<>();
    for (String module : List.of("sink", "app")) {
      writers.addAll(writers(Samples.root().resolve(module + "/src/main/java")));
    }
    Set<String> known = new TreeSet<>(NO_SURFACE);
    Surface.all().forEach(surface -> known.addAll(surface.classes()));

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
