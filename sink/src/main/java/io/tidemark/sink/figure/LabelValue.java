package io.tidemark.sink.figure;

import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.TerminalText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Makes text usable as a label value: bounded, distinct from other long texts, and without terminal
 * control characters.
 */
public final class LabelValue {

  private static final int HASH_BYTES = 8;

  private LabelValue() {}

  /** The text itself, or its head, {@code ~} and 16 hex digits of its SHA-256. */
  public static String of(String raw) {
    String text = TerminalText.of(raw);
    if (text.length() <= AdmissionLimits.MOST_LABEL_CHARS) {
      return text;
    }
    int head = AdmissionLimits.MOST_LABEL_CHARS - 1 - 2 * HASH_BYTES;
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
