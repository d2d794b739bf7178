package io.tidemark.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash of contents and passwords. */
public final class Sha256 {

  private Sha256() {}

  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
