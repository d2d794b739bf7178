package io.tidemark.analysis.message;

import io.tidemark.analysis.line.Needles;
import io.tidemark.model.TextResource;
import java.util.List;
import java.util.stream.Stream;

/**
 * The words of failures that no row reads. Each start needs them, and few logs what {@link
 * UnknownWriter} reads around them.
 */
final class FailureWords {

  /** Names of such a failure, without the begins of their words that differ. */
  static final List<String> FAILURES = words("failed.txt");

  /** Words of an allocation that failed only if the line says so. */
  static final List<String> ALLOCATIONS = words("allocating.txt");

  /** Texts of which one stands in each line that is read. */
  static final List<String> NEEDLES =
      Stream.of(FAILURES, ALLOCATIONS, words("exceeded.txt")).flatMap(List::stream).toList();

  private FailureWords() {}

  /** Made at the first line in question. */
  private static final class Search {
    static final Needles OF_ALL = new Needles(NEEDLES);
  }

  /** Returns where such words stand; −1 if none do. */
  static int find(byte[] bytes, int from, int to) {
    return Search.OF_ALL.find(bytes, from, to);
  }

  private static List<String> words(String file) {
    return TextResource.lines(FailureWords.class, file).toList();
  }
}
