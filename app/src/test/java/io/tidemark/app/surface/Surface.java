package io.tidemark.app.surface;

import io.tidemark.app.summary.StatusLines;
import io.tidemark.app.summary.Summary;
import io.tidemark.app.surface.SurfaceCase.MemoryFacts;
import io.tidemark.app.surface.SurfaceCase.PlanFacts;
import io.tidemark.model.RunId;
import io.tidemark.sink.board.Board;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A place where a person or a program reads verdicts. Each renders the same board, and names the
 * texts in which the verdicts of a case must stand there.
 */
enum Surface {
  SUMMARY(Set.of("MemoryLines", "PlanLines")) {
    @Override
    String text(Board board, RunId run) {
      return Summary.of(board, NOW).replaceAll("\\s+", " ");
    }

    @Override
    String verdict(SurfaceCase of) {
      return " %s ".formatted(of.state().equals("out_of_memory") ? "OUT OF MEMORY" : of.verdict());
    }

    @Override
    List<String> memory(MemoryFacts of) {
      return List.of(of.raised(), of.share());
    }

    @Override
    List<String> plan(PlanFacts of) {
      return List.of("plan " + of.name() + " of ", ": " + of.verdict(), peak(of.peakBytes()));
    }
  },
  STATUS_LINE(Set.of("StatusLines")) {
    @Override
    String text(Board board, RunId run) {
      return StatusLines.line(board, run, board.runs().get(run), NOW);
    }

    @Override
    String verdict(SurfaceCase of) {
      return " %s: ".formatted(of.verdict());
    }

    @Override
    List<String> memory(MemoryFacts of) {
      return List.of(of.raised(), "peak " + of.share());
    }

    @Override
    List<String> plan(PlanFacts of) {
      return List.of("plan " + of.name() + " " + of.verdict() + ": ", peak(of.peakBytes()));
    }
  },
  BOARD(Set.of("RunWriter", "TableRows")) {
    @Override
    String text(Board board, RunId run) throws Exception {
      return Door.get(board, "/api/v1/board");
    }

    @Override
    String verdict(SurfaceCase of) {
      return "\"state\":\"%s\",\"verdict\":\"%s\"".formatted(of.state(), of.verdict());
    }

    @Override
    List<String> memory(MemoryFacts of) {
      return List.of(
          "\"culprit\":\"" + of.raised(), "\"peak\":{\"usedBytes\":%d,".formatted(of.peakBytes()));
    }

    @Override
    List<String> plan(PlanFacts of) {
      return List.of(
          "\"plan\":\"%s\"".formatted(of.name()),
          "\"verdict\":\"%s\"".formatted(of.verdict()),
          "\"peakBytes\":" + of.peakBytes());
    }
  },
  ONE_RUN(Set.of()) {
    @Override
    String text(Board board, RunId run) throws Exception {
      return Door.get(board, "/api/v1/run?run=" + run.source() + "%231");
    }

    @Override
    String verdict(SurfaceCase of) {
      return BOARD.verdict(of);
    }

    @Override
    List<String> memory(MemoryFacts of) {
      return BOARD.memory(of);
    }

    @Override
    List<String> plan(PlanFacts of) {
      return BOARD.plan(of);
    }
  },
  METRICS(Set.of("MemoryFigures", "RunFigures", "RunScrape")) {
    @Override
    String text(Board board, RunId run) throws Exception {
      return Door.get(board, "/metrics");
    }

    @Override
    String verdict(SurfaceCase of) {
      return "state=\"%s\"} 1".formatted(of.state());
    }

    @Override
    List<String> memory(MemoryFacts of) {
      String peak = "} " + (double) of.peakBytes() + "\n";
      return of.culprit().isEmpty()
          ? List.of(peak)
          : List.of(peak, "op=\"%s\",rank=\"1\"".formatted(of.culprit()));
    }

    @Override
    List<String> plan(PlanFacts of) {
      return List.of(
          "plan=\"%s\"".formatted(of.name()),
          "verdict=\"%s\"} 1".formatted(of.verdict()),
          "} " + (double) of.peakBytes() + "\n");
    }
  },
  STATE(Set.of()) {
    @Override
    String text(Board board, RunId run) throws Exception {
      return Door.get(board, "/api/v1/state");
    }

    /** The canonical document holds the records, from which verdicts follow. */
    @Override
    String verdict(SurfaceCase of) {
      return "\"status\"";
    }

    @Override
    List<String> memory(MemoryFacts of) {
      String peak = "\"usedBytes\" : " + of.peakBytes();
      return of.culprit().isEmpty()
          ? List.of(peak)
          : List.of(peak, "\"raisedBy\" : \"%s\"".formatted(of.culprit()));
    }

    @Override
    List<String> plan(PlanFacts of) {
      return List.of("\"%s\"".formatted(of.name()), "\"peakBytes\" : " + of.peakBytes());
    }
  };

  /** After every date of a sample; all its runs have ended. */
  private static final long NOW = 4_000_000_000_000L;

  @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody changes
  private final Set<String> classes;

  Surface(Set<String> classes) {
    this.classes = Set.copyOf(classes);
  }

  /** The classes that write the highest figure of a memory, or the verdict of a plan, to it. */
  Set<String> classes() {
    return classes;
  }

  abstract String text(Board board, RunId run) throws Exception;

  abstract String verdict(SurfaceCase of);

  abstract List<String> memory(MemoryFacts of);

  abstract List<String> plan(PlanFacts of);

  private static String peak(long bytes) {
    return String.format(Locale.ROOT, "peak %,d B", bytes);
  }
}
