package io.tidemark.sink.meter;

import io.tidemark.model.TerminalText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Text as a label's value: bounded, a longer one still told apart from its like, and nothing in it
 * that steers the terminal on which somebody reads a scrape.
 */
public final class LabelValue {

  static final int MOST_CHARS = 128;
  private static final int HASH_BYTES = 8;

  private LabelValue() {}

  /** The text itself, or its head, {@code ~} and 16 hex digits of its SHA-256. */
  public static String of(String raw) {
    String text = TerminalText.of(raw);
    if (text.length() <= MOST_CHARS) {
      return text;
    }
    int head = MOST_CHARS - 1 - 2 * HASH_BYTES;
    if (Character.isHighSurrogate(text.charAt(head - 1))) {
      head--;
    }
    return text.substring(0, head) + "~" + hash(text);
  }

  private static String hash(String text) {
    try {
      byte[] all =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
