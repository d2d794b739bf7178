package io.tidemark.app.compare;

import io.tidemark.app.summary.Markdown;
import io.tidemark.model.ByteSize;
import io.tidemark.sink.answer.Answer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A comparison as Markdown of at most 40 lines. */
public final class ComparedMarkdown {

  private static final int MOST_PEAKS = 6;
  private static final int MOST_OPS = 6;

  private ComparedMarkdown() {}

  /** The verdicts side by side, then the largest changes. */
  public static String of(Gate gate, Comparison comparison, String grown) {
    return new Markdown()
        .head("Device memory: " + grown + gate.sentence())
        .table(List.of("", gate.beforeName(), gate.afterName()), sides(gate), Integer.MAX_VALUE)
        .table(heads("peak"), rows(largest(comparison.peaks())), MOST_PEAKS)
        .table(heads("held at the peak by op"), rows(largest(comparison.ops())), MOST_OPS)
        .text();
  }

  private static List<String> heads(String what) {
    return List.of(what, "A", "B", "change", "%");
  }

  private static List<List<String>> sides(Gate gate) {
    Map<String, String> before = parts(gate.before());
    Map<String, String> after = parts(gate.after());
    Set<String> kinds = new LinkedHashSet<>(before.keySet());
    kinds.addAll(after.keySet());
    return kinds.stream()
        .map(kind -> List.of(kind, before.getOrDefault(kind, ""), after.getOrDefault(kind, "")))
        .toList();
  }

  private static Map<String, String> parts(Answer answer) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("state", answer.verdict().words());
    answer.parts().forEach(part -> parts.merge(part.kind(), part.words(), "%s; %s"::formatted));
    return parts;
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
