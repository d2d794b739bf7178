package io.tidemark.analysis.line;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the records of one kind of JSON document. A record is flat: the key is the name of a value,
 * or {@code outer/inner} one level deeper. Stateless.
 */
public interface DocumentFormat {

  /** Name of the format in {@code --format}, rejects and metrics. */
  String name();

  /** Names of the values that the format needs; others are dropped. */
  Set<String> wanted();

  /** Whether a record with these values identifies the document's kind. */
  boolean isRecord(Map<String, String> values);

  /**
   * Like {@link #isRecord(Map)}, for a whole record.
   *
   * @param list name of the list or object that holds the record; empty for the root
   */
  default boolean isRecord(String list, Map<String, String> values) {
    return isRecord(values);
  }

  /**
   * Parses a record.
   *
   * @param key key of the record in the object that holds it
   * @param column end of the record in its last line, in bytes from 1
   */
  List<Parsed> read(String key, Map<String, String> values, int column);
}
