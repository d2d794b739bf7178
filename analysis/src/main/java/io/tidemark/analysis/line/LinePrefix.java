package io.tidemark.analysis.line;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a user says stands before each line.
 *
 * @param pattern {@code null} if nothing stands there
 */
public record LinePrefix(@Nullable Pattern pattern) {

  public static final LinePrefix NONE = new LinePrefix(null);

  /** Limit of bytes of a line that it may match. */
  private static final int MOST = 1024;

  /**
   * Creates a prefix.
   *
   * @throws IllegalArgumentException if it is no regular expression or matches the empty text
   */
  public static LinePrefix of(String regex) {
    try {
      Pattern pattern = Pattern.compile(regex);
      if (pattern.matches("")) {
        throw new IllegalArgumentException("matches the empty text, want what it strips");
      }
      return new LinePrefix(pattern);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("no regular expression: " + e.getDescription(), e);
    }
  }

  /** Returns the end of the prefix of the line {@code bytes[start, end)}; start without one. */
  public int end(byte[] bytes, int start, int end) {
    if (pattern == null) {
      return start;
    }
    byte[] head = Arrays.copyOfRange(bytes, start, Math.min(end, start + MOST));
    Matcher matcher = pattern.matcher(head);
    return matcher.lookingAt() ? start + matcher.end() : start;
  }
}
