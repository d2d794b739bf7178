package io.tidemark.model;

/**
 * A usage or configuration error found before any work began: exit code 2. The message is one
 * sentence with the key, the value found and the values allowed.
 */
public final class Refusal extends RuntimeException {

  public Refusal(String sentence) {
    super(sentence);
  }
}
