package io.tidemark.analysis.document;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The current record of a document as a flat map: {@code "dram/num_banks" → "12"}. Only values that
 * a document format needs are kept, and long texts are cut, so its size is bounded.
 */
final class RecordBuilder {

  private static final int MAX_TEXT = 512;

  private final Set<String> wanted;
  private final Map<String, String> values = new TreeMap<>();

  RecordBuilder(Set<String> wanted) {
    this.wanted = wanted;
  }

  /**
   * Whether the innermost object is a record: a child of the root, or of a list in the root object.
   */
  static boolean isRecord(JsonPlace place) {
    int depth = place.depth();
    if (depth == 2) {
      return !place.array(1);
    }
    return depth == 3 && !place.array(0) && place.array(1) && !place.array(2);
  }

  /** Name of the list or object that holds the record; empty for the root. */
  static String list(JsonPlace place) {
    return place.depth() == 3 ? place.name(0) : "";
  }

  /** Level of records in this document, which depends on the root. */
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

  void restore(Map<String, String> stored) {
    values.putAll(stored);
  }
}
