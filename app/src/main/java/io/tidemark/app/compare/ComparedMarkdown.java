package io.tidemark.app.compare;

import io.tidemark.app.summary.Markdown;
import io.tidemark.model.ByteSize;
import io.tidemark.sink.answer.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A comparison as Markdown of at most 40 lines. */
public final class ComparedMarkdown {

  private static final int MOST_PEAKS = 6;
  private static final int MOST_OPS = 6;

  private ComparedMarkdown() {}

  /** The verdicts side by side, then the largest changes. */
  public static String of(Gate gate, Comparison comparison, String grown) {
    return new Markdown()
        .head("Device memory: " + gate.sentence() + grown)
        .table(List.of("", gate.beforeName(), gate.afterName()), sides(gate), Integer.MAX_VALUE)
        .table(heads("peak"), rows(largest(comparison.peaks())), MOST_PEAKS)
        .table(heads("held at the peak by op"), rows(largest(comparison.ops())), MOST_OPS)
        .text();
  }

  private static List<String> heads(String what) {
    return List.of(what, "A", "B", "change", "%");
  }

  private static List<List<String>> sides(Gate gate) {
    List<List<String>> rows = new ArrayList<>();
    row("state", gate, answer -> answer.verdict().words(), rows);
    row("where", gate, answer -> answer.where() == null ? null : answer.where().words(), rows);
    row("why", gate, answer -> answer.cause().why(), rows);
    row("what", gate, answer -> answer.cause().what(), rows);
    row("fills", gate, answer -> String.join("; ", answer.fills().words()), rows);
    row("do", gate, answer -> String.join(" ", answer.actions()), rows);
    return rows;
  }

  /** A part of an answer. */
  private interface Part {
    @Nullable String of(Answer answer);
  }

  private static void row(String head, Gate gate, Part part, List<List<String>> to) {
    String before = Objects.requireNonNullElse(part.of(gate.before()), "");
    String after = Objects.requireNonNullElse(part.of(gate.after()), "");
    if (!before.isEmpty() || !after.isEmpty()) {
      to.add(List.of(head, before, after));
    }
  }

  private static List<Change> largest(List<Change> changes) {
    return changes.stream()
        .filter(change -> change.before() != 0 || change.after() != 0)
        .sorted(Comparator.comparing((Change change) -> -Math.abs(change.bytes())))
        .toList();
  }

  private static List<List<String>> rows(List<Change> changes) {
    return changes.stream().map(ComparedMarkdown::row).toList();
  }

  private static List<String> row(Change change) {
    String sign = change.bytes() > 0 ? "+" : "";
    return List.of(
        change.what(),
        ByteSize.text(change.before()),
        ByteSize.text(change.after()),
        sign + ByteSize.text(change.bytes()),
        ComparisonLines.percent(change));
  }
}
