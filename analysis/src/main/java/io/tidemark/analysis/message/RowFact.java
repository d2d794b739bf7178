package io.tidemark.analysis.message;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.Sizes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line of a block as a row of its system reads it, see {@link LineRows}.
 *
 * @param kind as its row names it
 * @param name of what the line states where several rows have its kind; else empty
 * @param writer thread or process that wrote the line, since several write at the same time; empty
 *     if its prefix states none, {@code null} if no logger writes such lines
 * @param words texts by their names in the row
 * @param figures sizes and numbers by their names in the row
 */
public record RowFact(
    String format,
    String kind,
    String name,
    @Nullable String writer,
    Map<String, String> words,
    Map<String, Long> figures)
    implements Fact {

  /** Creates one that states nothing yet. */
  public RowFact(String format, String kind, String name, @Nullable String writer) {
    this(format, kind, name, writer, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  @Override
  public boolean fromLogger() {
    return writer != null;
  }

  /** Whether it is of this kind. */
  public boolean is(String of) {
    return kind.equals(of);
  }

  /** A text; empty if the line does not state it. */
  public String word(String of) {
    return words.getOrDefault(of, "");
  }

  /** A figure; −1 if the line does not state it. */
  public long figure(String of) {
    return figures.getOrDefault(of, -1L);
  }

  /** A number of few digits; the largest of them if it has more. */
  public int index(String of) {
    return (int) Math.min(figure(of), Integer.MAX_VALUE);
  }

  /** The size that it is about; −1 if it states none. */
  public long bytes() {
    return figure("bytes");
  }

  /** Adds a figure; {@code false} for none. */
  boolean add(String of, long figure) {
    if (!of.isEmpty()) {
      figures.put(of, figure);
    }
    return figure != Sizes.NONE;
  }

  /** The same of a text. */
  boolean add(String of, @Nullable String word) {
    if (!of.isEmpty() && word != null) {
      words.put(of, word);
    }
    return word != null;
  }
}
