package io.tidemark.model.log;

/**
 * One run of one source, written {@code <source>#<number>}.
 *
 * @param source the log's name in Tidemark; may contain {@code #}
 * @param number 1 for the first run, then rising
 */
public record RunId(String source, int number) implements Comparable<RunId> {

  public RunId {
    if (source.isEmpty() || number < 1) {
      throw new IllegalArgumentException("run id '" + source + "#" + number + "': want name#1..");
    }
  }

  /** Parses the output of {@link #toString()}. */
  public static RunId parse(String text) {
    int hash = text.lastIndexOf('#');
    if (hash < 1) {
      throw new IllegalArgumentException("run id '" + text + "': want <source>#<number>");
    }
    return new RunId(text.substring(0, hash), Integer.parseInt(text.substring(hash + 1)));
  }

  @Override
  public int compareTo(RunId other) {
    int bySource = source.compareTo(other.source);
    return bySource != 0 ? bySource : Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return source + "#" + number;
  }
}
