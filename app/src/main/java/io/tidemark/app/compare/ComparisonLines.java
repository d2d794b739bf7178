package io.tidemark.app.compare;

import io.tidemark.model.ByteSize;
import io.tidemark.model.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/** A comparison as text for a terminal. */
public final class ComparisonLines {

  private static final int MOST_OPS = 12;

  /** A larger growth is a factor. */
  private static final double MOST_PERCENT = 1000;

  private ComparisonLines() {}

  /** The lines, without their ends. */
  public static List<String> of(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    if (!comparison.peaks().isEmpty()) {
      lines.add(
          "peaks that %s and %s state"
              .formatted(
                  TerminalText.of(comparison.before()), TerminalText.of(comparison.after())));
      lines.add(String.format(Locale.ROOT, "  %14s %14s %13s %10s", "A", "B", "B - A", "of A"));
      comparison.peaks().forEach(peak -> lines.add(line(peak)));
    }
    add("arenas, where they differ", Change.differing(comparison.arenas()), lines);
    add("parts, where they differ", comparison.parts(), lines);
    if (!comparison.faults().isEmpty()) {
      lines.add("faults of plans, counted, where they differ");
      comparison.faults().forEach(fault -> lines.add(count(fault)));
    }
    if (!comparison.ops().isEmpty()) {
      lines.add("held at the peak by op, where it differs");
      comparison.ops().stream().limit(MOST_OPS).forEach(op -> lines.add(line(op)));
    }
    return lines;
  }

  public static List<String> exceeding(Comparison comparison, double percent) {
    List<Change> exceeding = comparison.exceeding(percent);
    List<String> lines = new ArrayList<>();
    if (!exceeding.isEmpty()) {
      lines.add(String.format(Locale.ROOT, "worse by more than --max-growth %s", percent));
      for (Change row : exceeding) {
        lines.add(comparison.faults().contains(row) ? count(row) : line(row));
      }
    }
    return lines;
  }

  private static void add(String title, List<Change> rows, List<String> lines) {
    if (!rows.isEmpty()) {
      lines.add(title);
      rows.forEach(row -> lines.add(line(row)));
    }
  }

  /** The change as a share of the figure before. */
  public static String percent(Change change) {
    if (change.before() > 0 && change.after() == 0) {
      return "gone";
    }
    double percent = change.percent();
    if (percent >= MOST_PERCENT) {
      return Double.isInfinite(percent)
          ? "new"
          : String.format(Locale.ROOT, "× %,.0f", percent / 100 + 1);
    }
    return String.format(Locale.ROOT, "%+.2f %%", percent);
  }

  private static String count(Change fault) {
    return line(fault, Long::toString, "");
  }

  private static String line(Change change) {
    return line(change, ByteSize::text, percent(change));
  }

  private static String line(Change change, LongFunction<String> figure, String share) {
    return String.format(
        Locale.ROOT,
        "  %14s %14s %13s %10s  %s",
        figure.apply(change.before()),
        figure.apply(change.after()),
        (change.bytes() > 0 ? "+" : "") + figure.apply(change.bytes()),
        share,
        TerminalText.of(change.what()));
  }
}
