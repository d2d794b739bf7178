package io.tidemark.app.surface;

import io.tidemark.app.summary.StatusLines;
import io.tidemark.app.summary.Summary;
import io.tidemark.app.surface.SurfaceCase.MemoryFacts;
import io.tidemark.app.surface.SurfaceCase.PhaseFacts;
import io.tidemark.app.surface.SurfaceCase.PlanFacts;
import io.tidemark.model.ByteSize;
import java.util.List;
import java.util.Set;

/** The outputs for people. */
enum ReadSurface implements Surface {
  SUMMARY(Set.of("RunMemories", "PlanLines")) {
    @Override
    public String text(Shown shown) {
      return Summary.of(shown.board(), NOW).replaceAll("\\s+", " ");
    }

    @Override
    public String verdict(SurfaceCase of) {
      return " %s ".formatted(of.state().equals("out_of_memory") ? "OUT OF MEMORY" : of.verdict());
    }

    @Override
    public List<String> memory(MemoryFacts of) {
      return List.of(of.raised(), of.share());
    }

    @Override
    public List<String> plan(PlanFacts of) {
      return List.of(
          "plan " + of.name() + " of ",
          ": " + of.verdict(),
          of.peakBytes() == 0 ? "no buffers listed" : "peak " + ByteSize.text(of.peakBytes()));
    }

    @Override
    public List<String> phase(PhaseFacts of) {
      return List.of("peak %.2f of ".formatted(of.peakMebibytes()), ", in " + of.name());
    }
  },
  STATUS_LINE(Set.of("StatusLines")) {
    @Override
    public String text(Shown shown) {
      return StatusLines.line(shown.board(), shown.run(), shown.status(), NOW);
    }

    @Override
    public String verdict(SurfaceCase of) {
      return " %s: ".formatted(of.verdict());
    }

    /** Only the memory that matters most, which AnswerSurfacesTest reads. */
    @Override
    public List<String> memory(MemoryFacts of) {
      return List.of();
    }

    @Override
    public List<String> plan(PlanFacts of) {
      return List.of();
    }
  },
  BOARD(Set.of("RunWriter", "TableRows")) {
    @Override
    public String text(Shown shown) throws Exception {
      return Door.get(shown.board(), "/api/v1/board");
    }

    @Override
    public String verdict(SurfaceCase of) {
      return "\"state\":\"%s\",\"verdict\":\"%s\"".formatted(of.state(), of.verdict());
    }

    @Override
    public List<String> memory(MemoryFacts of) {
      return List.of(
          of.raised().isEmpty() ? "" : "\"culprit\":\"" + of.raised(),
          "\"peak\":{\"usedBytes\":%d,".formatted(of.peakBytes()));
    }

    @Override
    public List<String> plan(PlanFacts of) {
      return List.of(
          "\"plan\":\"%s\"".formatted(of.name()),
          "\"verdict\":\"%s\"".formatted(of.verdict()),
          "\"peakBytes\":" + of.peakBytes());
    }
  },
  ONE_RUN(Set.of()) {
    @Override
    public String text(Shown shown) throws Exception {
      return Door.get(shown.board(), "/api/v1/run?run=" + shown.run().source() + "%231");
    }

    @Override
    public String verdict(SurfaceCase of) {
      return BOARD.verdict(of);
    }

    @Override
    public List<String> memory(MemoryFacts of) {
      return BOARD.memory(of);
    }

    @Override
    public List<String> plan(PlanFacts of) {
      return BOARD.plan(of);
    }
  };

  /** Later than every date of a sample; all its runs have ended. */
  private static final long NOW = 4_000_000_000_000L;

  @SuppressWarnings("ImmutableEnumChecker") // an immutable copy
  private final Set<String> classes;

  ReadSurface(Set<String> classes) {
    this.classes = Set.copyOf(classes);
  }

  @Override
  public Set<String> classes() {
    return classes;
  }
}
