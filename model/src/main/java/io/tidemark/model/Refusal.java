package io.tidemark.model;

/**
 * A wrong use or configuration, found before any work began: exit code 2. The message is one
 * sentence that names the key, what was found and what is allowed.
 */
public final class Refusal extends RuntimeException {

  public Refusal(String sentence) {
    super(sentence);
  }
}
