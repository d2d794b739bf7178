package io.tidemark.app.fault;

/**
 * The program cannot go on, for a reason outside of it. The message is all that a user needs: what
 * was found, where, and what helps.
 */
public final class Fault extends RuntimeException {

  private static final long serialVersionUID = 1;

  public Fault(String sentence) {
    super(sentence);
  }
}
