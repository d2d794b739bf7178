package io.tidemark.app.compare;

import io.tidemark.model.ByteSize;
import io.tidemark.model.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison as text for a terminal. */
public final class ComparisonLines {

  private static final int MOST_OPS = 12;

  private ComparisonLines() {}

  /** The lines, without their ends. */
  public static List<String> of(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "peaks in MiB, of %s and of %s"
            .formatted(TerminalText.of(comparison.before()), TerminalText.of(comparison.after())));
    comparison.peaks().forEach(peak -> lines.add(line(peak)));
    if (!comparison.ops().isEmpty()) {
      lines.add("growth by op in MiB, where it differs");
      comparison.ops().stream().limit(MOST_OPS).forEach(op -> lines.add(line(op)));
    }
    return lines;
  }

  private static String line(Change change) {
    String percent =
        Double.isInfinite(change.percent())
            ? "new"
            : String.format(Locale.ROOT, "%+.2f %%", change.percent());
    return String.format(
        Locale.ROOT,
        "  %14.3f %14.3f %+13.3f %10s  %s",
        ByteSize.inMib(change.before()),
        ByteSize.inMib(change.after()),
        ByteSize.inMib(change.bytes()),
        percent,
        TerminalText.of(change.what()));
  }
}
