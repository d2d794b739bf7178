package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.SliceOrigin;
import java.util.Map;
import java.util.TreeMap;

/** Serializes the labels of a slice or a run. */
final class SliceLabels {

  private SliceLabels() {}

  static void write(SliceOrigin origin, PartWriter out) {
    out.number(origin.labels().size());
    origin.labels().forEach((name, value) -> out.text(name).text(value));
  }

  static Map<String, String> read(PartReader in) {
    Map<String, String> labels = new TreeMap<>();
    for (int left = in.count(); left > 0; left--) {
      labels.put(in.word(), in.word());
    }
    return labels;
  }
}
