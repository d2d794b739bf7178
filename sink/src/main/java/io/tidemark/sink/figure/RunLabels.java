package io.tidemark.sink.figure;

import java.util.ArrayList;
import java.util.List;

/**
 * The first two labels of every series of a run.
 *
 * @param host the machine on which its log is read; empty if unknown
 */
record RunLabels(String run, String host) {

  /** The values of a meter's labels, of which the first two are these. */
  List<String> and(String... others) {
    List<String> values = new ArrayList<>(List.of(run, host));
    values.addAll(List.of(others));
    return values;
  }
}
