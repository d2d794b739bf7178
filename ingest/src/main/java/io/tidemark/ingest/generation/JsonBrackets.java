package io.tidemark.ingest.generation;

/**
 * Finds the end of a JSON object or array by its brackets, without a parser. Only a text that
 * begins like JSON is followed: <code>{"</code>, <code>{}</code>, <code>[{</code>, <code>[[</code>,
 * <code>["</code> or <code>[]</code>. So {@code [1/5] step} and {@code [INFO]} are not.
 */
final class JsonBrackets {

  private enum State {
    BEFORE,
    FIRST_BYTE,
    INSIDE,
    CLOSED,
    OTHER
  }

  private State state = State.BEFORE;
  private boolean object;
  private boolean quoted;
  private boolean escaped;
  private int depth;

  /** Accepts the next bytes of the text. */
  void add(byte[] bytes, int length) {
    for (int i = 0; i < length && state != State.OTHER; i++) {
      if (quoted) {
        quote(bytes[i]);
      } else if (bytes[i] != ' ' && bytes[i] != '\n' && bytes[i] != '\r' && bytes[i] != '\t') {
        add(bytes[i]);
      }
    }
  }

  /** Gives up: the text is not known from its beginning. */
  void giveUp() {
    state = State.OTHER;
  }

  private void quote(byte next) {
    if (next == '\n') {
      state = State.OTHER;
    } else if (escaped) {
      escaped = false;
    } else {
      escaped = next == '\\';
      quoted = next != '"';
    }
  }

  private void add(byte next) {
    boolean opens = next == '{' || next == '[';
    boolean closes = next == '}' || next == ']';
    switch (state) {
      case BEFORE -> {
        object = next == '{';
        state = opens ? State.FIRST_BYTE : State.OTHER;
        depth = 1;
      }
      case FIRST_BYTE, INSIDE -> {
        boolean begins = next == '"' || closes || (opens && !object);
        quoted = next == '"';
        depth += opens ? 1 : closes ? -1 : 0;
        if (state == State.FIRST_BYTE && !begins) {
          state = State.OTHER;
        } else {
          state = depth == 0 ? State.CLOSED : State.INSIDE;
        }
      }
      case CLOSED, OTHER -> state = State.OTHER;
    }
  }

  /** Whether the last bracket has come, and nothing but blanks after it. */
  boolean closed() {
    return state == State.CLOSED;
  }

  /** The same, of an object. */
  boolean closedObject() {
    return closed() && object;
  }
}
