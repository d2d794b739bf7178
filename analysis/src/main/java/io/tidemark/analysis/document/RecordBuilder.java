package io.tidemark.analysis.document;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The record of a document that is being read, flat: {@code "dram/num_banks" → "12"}. Only what
 * some kind of document asks for is kept, and of a long text its head, so that it is small whatever
 * comes.
 */
final class RecordBuilder {

  private static final int MAX_TEXT = 512;

  private final Set<String> wanted;
  private final Map<String, String> values = new TreeMap<>();

  RecordBuilder(Set<String> wanted) {
    this.wanted = wanted;
  }

  /** Whether the object that the place is in is a record: of the root, or of a list that it has. */
  static boolean isRecord(JsonPlace place) {
    int depth = place.depth();
    if (depth == 2) {
      return !place.array(1);
    }
    return depth == 3 && !place.array(0) && place.array(1) && !place.array(2);
  }

  /** The list or the object that the record is in: empty for the root. */
  static String list(JsonPlace place) {
    return place.depth() == 3 ? place.name(0) : "";
  }

  /** How deep records are here, by what the root is. */
  private static int level(JsonPlace place) {
    boolean inList = !place.array(0) && place.depth() > 2 && place.array(1);
    return inList ? 2 : 1;
  }

  void begin() {
    values.clear();
  }

  void value(JsonPlace place, String text) {
    int depth = place.depth();
    if (depth < 2) {
      return;
    }
    int level = level(place);
    if (depth <= level || depth > level + 2) {
      return;
    }
    String name =
        depth == level + 1 ? place.name(level) : place.name(level) + "/" + place.name(level + 1);
    if (wanted.contains(name)) {
      values.put(name, text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT));
    }
  }

  Map<String, String> values() {
    return values;
  }

  void write(PartWriter out) {
    out.number(values.size());
    values.forEach((name, value) -> out.text(name).text(value));
  }

  void read(PartReader in) {
    for (int left = in.count(); left > 0; left--) {
      values.put(in.word(), in.word());
    }
  }
}
