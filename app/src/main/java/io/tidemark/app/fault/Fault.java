package io.tidemark.app.fault;

/**
 * The program cannot go on because of its surroundings (broker, disk). The message is complete for
 * a user: what was found, where, and what helps.
 */
public final class Fault extends RuntimeException {

  private static final long serialVersionUID = 1;

  public Fault(String sentence) {
    super(sentence);
  }
}
