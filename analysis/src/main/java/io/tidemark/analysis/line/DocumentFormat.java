package io.tidemark.analysis.line;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the records of one kind of document: a file that is JSON as a whole. A record is flat: a
 * value's name, or {@code outer/inner} for one a level deeper. Stateless.
 */
public interface DocumentFormat {

  /** The format's name, as {@code --format}, rejects and metrics show it. */
  String name();

  /** What a file of it is known by, in a few words for a person whose file is not. */
  String sign();

  /** Names of the values that it asks for; no other is kept. */
  Set<String> wanted();

  /** Whether a record with these values shows that its document is of this kind. */
  boolean isRecord(Map<String, String> values);

  /**
   * As {@link #isRecord(Map)}, of a whole record.
   *
   * @param list name of the list or object that holds the record, empty for the root
   */
  default boolean isRecord(String list, Map<String, String> values) {
    return isRecord(values);
  }

  /**
   * What a record says.
   *
   * @param key of the record in the object that holds it
   * @param column where the record ends in its last line, in bytes from 1
   */
  List<Parsed> read(String key, Map<String, String> values, int column);
}
