package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A program that runs within another one, starting at the op that contains it.
 *
 * @param op {@code null} for a program that no op contains
 * @param usedBytes by memory, at the snapshot of the op
 */
public record Span(String program, @Nullable String op, Map<String, Long> usedBytes) {

  public void write(PartWriter out) {
    out.text(program).text(op).number(usedBytes.size());
    usedBytes.forEach((memory, used) -> out.text(memory).number(used));
  }

  public static Span read(PartReader in) {
    String program = in.word();
    String op = in.text();
    Map<String, Long> used = new TreeMap<>();
    for (int left = in.count(); left > 0; left--) {
      used.put(in.word(), in.number());
    }
    return new Span(program, op, used);
  }

  static void writeAll(PartWriter out, List<Span> spans) {
    out.number(spans.size());
    spans.forEach(span -> span.write(out));
  }

  static List<Span> readAll(PartReader in) {
    List<Span> spans = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      spans.add(read(in));
    }
    return spans;
  }
}
