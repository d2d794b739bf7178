package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * Text from outside (a log, a file name, a request, another program's message) as text that a
 * terminal only shows. Control characters (C0, DEL, C1), directions and other invisible format
 * characters, Unicode's line ends and halves of a surrogate pair become {@code \}{@code u001b} and
 * the like; everything else stays. Applied twice it is the same as applied once.
 */
public final class TerminalText {

  private TerminalText() {}

  /** One value on one line: tabs and line ends are escaped, too; {@code -} for none. */
  public static String of(@Nullable String text) {
    return text == null ? "-" : escaped(text, "");
  }

  /** A message on one line: line ends become a blank, so that no text can forge a second line. */
  public static String line(@Nullable String text) {
    return text == null ? "-" : escaped(text.strip().replaceAll("[\r\n]+", " "), "\t");
  }

  /** Whether a character does something other than being shown. */
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

  /** As Java and JSON write it: what is escaped in a JSON document stays the same document. */
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
