package io.tidemark.app.surface;

import io.tidemark.app.surface.SurfaceCase.MemoryFacts;
import io.tidemark.app.surface.SurfaceCase.PhaseFacts;
import io.tidemark.app.surface.SurfaceCase.PlanFacts;
import java.util.List;
import java.util.Set;

/** The outputs for other programs. */
enum ProgramSurface implements Surface {
  METRICS(Set.of("MemoryFigures", "RunFigures", "RunScrape")) {
    @Override
    public String text(Shown shown) throws Exception {
      return Door.get(shown.board(), "/metrics");
    }

    @Override
    public String verdict(SurfaceCase of) {
      return "state=\"%s\"} 1".formatted(of.state());
    }

    @Override
    public List<String> memory(MemoryFacts of) {
      String peak = "} " + (double) of.peakBytes() + "\n";
      return of.culprit().isEmpty()
          ? List.of(peak)
          : List.of(peak, "op=\"%s\",rank=\"1\"".formatted(of.culprit()));
    }

    @Override
    public List<String> plan(PlanFacts of) {
      return List.of(
          "plan=\"%s\"".formatted(of.name()),
          "verdict=\"%s\"} 1".formatted(of.verdict()),
          "} " + (double) of.peakBytes() + "\n");
    }

    @Override
    public List<String> phase(PhaseFacts of) {
      return List.of("phase=\"%s\"".formatted(of.kind()), "} " + (double) of.peakBytes() + "\n");
    }
  },
  STATE(Set.of()) {
    @Override
    public String text(Shown shown) throws Exception {
      return Door.get(shown.board(), "/api/v1/state");
    }

    /** The canonical document holds the records from which verdicts are derived. */
    @Override
    public String verdict(SurfaceCase of) {
      return "\"status\"";
    }

    @Override
    public List<String> memory(MemoryFacts of) {
      String peak = "\"usedBytes\" : " + of.peakBytes();
      return of.culprit().isEmpty()
          ? List.of(peak)
          : List.of(peak, "\"raisedBy\" : \"%s\"".formatted(of.culprit()));
    }

    @Override
    public List<String> plan(PlanFacts of) {
      return List.of("\"%s\"".formatted(of.name()), "\"peakBytes\" : " + of.peakBytes());
    }

    @Override
    public List<String> phase(PhaseFacts of) {
      return List.of("\"name\" : \"%s\"".formatted(of.name()), " : " + of.peakBytes());
    }
  },
  OPEN_METRICS(Set.of("StateHistory")) {
    @Override
    public String text(Shown shown) throws Exception {
      return shown.replayed();
    }

    @Override
    public String verdict(SurfaceCase of) {
      return of.failed() ? "rule=\"%s\"".formatted(OUT_OF_MEMORY) : "tidemark_run_info{";
    }

    @Override
    public String never(SurfaceCase of) {
      return AlertSurface.RECORDS.never(of);
    }

    @Override
    public List<String> memory(MemoryFacts of) {
      String peak = "} " + of.peakBytes() + " ";
      return of.culprit().isEmpty()
          ? List.of(peak)
          : List.of(peak, "op=\"%s\"".formatted(of.culprit()));
    }

    @Override
    public List<String> plan(PlanFacts of) {
      return List.of(
          "plan=\"%s\"".formatted(of.name()),
          "verdict=\"%s\"} 1 ".formatted(of.verdict()),
          "} " + of.peakBytes() + " ");
    }

    @Override
    public List<String> phase(PhaseFacts of) {
      return List.of("phase=\"%s\"".formatted(of.kind()), "} " + of.peakBytes() + " ");
    }
  };

  @SuppressWarnings("ImmutableEnumChecker") // an immutable copy
  private final Set<String> classes;

  ProgramSurface(Set<String> classes) {
    this.classes = Set.copyOf(classes);
  }

  @Override
  public Set<String> classes() {
    return classes;
  }
}
