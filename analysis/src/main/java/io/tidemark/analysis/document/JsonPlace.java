package io.tidemark.analysis.document;

import io.tidemark.analysis.state.Stored;
import java.util.ArrayList;
import java.util.List;

/**
 * The position of the reader in a document at the end of a line. No JSON token spans lines, so this
 * is the complete parser state.
 */
@Stored
final class JsonPlace {

  static final int MAX_DEPTH = 64;
  private static final int MAX_NAME = 128;

  /** The last thing read in the innermost container. */
  private enum Last {
    OPENING,
    COMMA,
    NAME,
    COLON,
    VALUE
  }

  @Stored
  private static final class Level {
    private boolean array;
    private String name = "";
    private long index = -1;

    private Level() {}

    private Level(boolean array) {
      this.array = array;
    }
  }

  private final List<Level> levels = new ArrayList<>();
  private Last last = Last.OPENING;

  int depth() {
    return levels.size();
  }

  boolean past() {
    return levels.isEmpty() && last == Last.VALUE;
  }

  boolean array(int level) {
    return levels.get(level).array;
  }

  /** Current member name of the object, or index in the array, at this level. */
  String name(int level) {
    Level at = levels.get(level);
    return at.array ? Long.toString(at.index) : at.name;
  }

  /** Notes that a value begins. */
  void value() {
    last = Last.VALUE;
    if (!levels.isEmpty()) {
      innermost().index++;
    }
  }

  void open(boolean array) {
    value();
    levels.add(new Level(array));
    last = Last.OPENING;
  }

  void close() {
    levels.remove(levels.size() - 1);
    last = Last.VALUE;
  }

  void member(String name) {
    innermost().name = name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME);
    last = Last.NAME;
  }

  /** Notes the last non-blank byte of a line: commas and colons are not reported as tokens. */
  void lineEnd(byte end) {
    if (end == ',') {
      last = Last.COMMA;
    } else if (end == ':') {
      last = Last.COLON;
    }
  }

  private Level innermost() {
    return levels.get(levels.size() - 1);
  }

  /** Returns a text that brings a new parser to this position. */
  String prefix() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < levels.size() - 1; i++) {
      text.append(levels.get(i).array ? "[" : "{\"\":");
    }
    if (!levels.isEmpty()) {
      boolean array = innermost().array;
      text.append(array ? '[' : '{');
      switch (last) {
        case OPENING -> {}
        case COMMA -> text.append(array ? "0," : "\"\":0,");
        case NAME -> text.append("\"\"");
        case COLON -> text.append("\"\":");
        case VALUE -> text.append(array ? "0 " : "\"\":0 ");
      }
    }
    return text.toString();
  }

  /** Number of tokens in {@link #prefix}. */
  int prefixTokens() {
    int tokens = 0;
    for (int i = 0; i < levels.size() - 1; i++) {
      tokens += levels.get(i).array ? 1 : 2;
    }
    if (!levels.isEmpty()) {
      int value = innermost().array ? 1 : 2;
      tokens +=
          switch (last) {
            case OPENING -> 1;
            case COMMA, VALUE -> 1 + value;
            case NAME, COLON -> 2;
          };
    }
    return tokens;
  }
}
