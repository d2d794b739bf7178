package io.tidemark.app.surface;

import io.tidemark.app.surface.SurfaceCase.MemoryFacts;
import io.tidemark.app.surface.SurfaceCase.PhaseFacts;
import io.tidemark.app.surface.SurfaceCase.PlanFacts;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The outputs that show alerts: their records, with sentences, and their labels in a scrape. */
enum AlertSurface implements Surface {
  RECORDS("%s: ") {
    @Override
    Stream<String> lines(Shown shown) {
      return shown.board().alertsOf(shown.run()).stream()
          .map(alert -> alert.getKey().rule().alert() + ": " + alert.getValue().sentence());
    }

    @Override
    public List<String> phase(PhaseFacts of) {
      return List.of(
          "TidemarkWillNotFit: ", "peak of %.2f GiB".formatted(of.peakMebibytes() / 1024));
    }
  },
  LABELS("rule=\"%s\"") {
    @Override
    Stream<String> lines(Shown shown) throws Exception {
      return ProgramSurface.METRICS
          .text(shown)
          .lines()
          .filter(line -> line.startsWith("tidemark_alert_active{"));
    }

    @Override
    public List<String> phase(PhaseFacts of) {
      return List.of("rule=\"TidemarkWillNotFit\"");
    }
  };

  /** Exceeds the alert's threshold by more than the last digit of a share. */
  private static final double CRITICAL_PERCENT = 97.1;

  /** The first line, so that there is text even without any alert. */
  private static final String HEAD = "alerts";

  private final String form;

  AlertSurface(String form) {
    this.form = form;
  }

  abstract Stream<String> lines(Shown shown) throws Exception;

  @Override
  public Set<String> classes() {
    return Set.of();
  }

  @Override
  public String text(Shown shown) throws Exception {
    return lines(shown).collect(Collectors.joining("\n", HEAD + "\n", "\n"));
  }

  @Override
  public String verdict(SurfaceCase of) {
    return of.failed() ? form.formatted(OUT_OF_MEMORY) : HEAD;
  }

  @Override
  public String never(SurfaceCase of) {
    return of.failed() ? NOTHING : OUT_OF_MEMORY;
  }

  @Override
  public List<String> memory(MemoryFacts of) {
    double percent = Double.parseDouble(of.share().replace(" %", ""));
    return percent < CRITICAL_PERCENT
        ? List.of()
        : List.of(form.formatted("TidemarkMemoryCritical"));
  }

  /** No plan in these cases has an alert of its own. */
  @Override
  public List<String> plan(PlanFacts of) {
    return List.of();
  }
}
