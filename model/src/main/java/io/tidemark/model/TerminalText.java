package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * Makes text from outside (a log, a file name, a request, another program's message) safe for a
 * terminal. Control characters (C0, DEL, C1), directions and other invisible format characters,
 * Unicode's line ends and unpaired surrogates become escapes such as {@code \}{@code u001b}. All
 * other text is unchanged. Applying it twice gives the same result as once.
 */
public final class TerminalText {

  private TerminalText() {}

  /** Formats one value on one line: tabs and line ends are escaped, too; {@code -} for none. */
  public static String of(@Nullable String text) {
    return text == null ? "-" : escaped(text, "");
  }

  /**
   * Formats a message on one line: line ends become blanks, so that no text can forge a second
   * line.
   */
  public static String line(@Nullable String text) {
    return text == null ? "-" : escaped(text.strip().replaceAll("[\r\n]+", " "), "\t");
  }

  /** Whether a character has an effect other than being displayed. */
  public static boolean steers(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  /** The escape of Java and JSON: escaping within a JSON document does not change its meaning. */
  private static String escape(int character) {
    return "\\u%04x".formatted(character);
  }

  /** The fast path: most labels are, and each scrape escapes each label. */
  private static boolean isPrintableAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static String escaped(String text, String kept) {
    if (isPrintableAscii(text)
        || text.codePoints().noneMatch(c -> steers(c) && kept.indexOf(c) < 0)) {
      return text;
    }
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (steers(c) && kept.indexOf(c) < 0) {
                Character.toString(c).chars().forEach(half -> safe.append(escape(half)));
              } else {
                safe.appendCodePoint(c);
              }
            });
    return safe.toString();
  }
}
