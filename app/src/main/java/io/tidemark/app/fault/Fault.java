package io.tidemark.app.fault;

/**
 * Thrown when the program cannot continue because of its surroundings (broker, disk). The message
 * is complete for a user: what was found, where, and the remedy.
 */
public final class Fault extends RuntimeException {

  public Fault(String sentence) {
    super(sentence);
  }
}
