package io.tidemark.analysis.line;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A line of {@code key=value} pairs around a text: {@code ts=… level=error msg="…"}. */
public final class Logfmt {

  /** What loggers write first. */
  private static final List<byte[]> FIRST =
      List.of(Bytes.of("time="), Bytes.of("ts="), Bytes.of("level="), Bytes.of("timestamp="));

  private Logfmt() {}

  /** Whether a record may begin here, judged by a few bytes. */
  public static boolean mayBegin(byte[] bytes, int from, int to) {
    return from < to
        && (bytes[from] == 't' || bytes[from] == 'l')
        && FIRST.stream().anyMatch(key -> Bytes.startsWith(bytes, from, to, key));
  }

  /** Returns the values by key; {@code null} if it is no record. */
  public static @Nullable Map<String, String> read(byte[] bytes, int from, int to) {
    String line = new String(bytes, from, to - from, StandardCharsets.UTF_8).strip();
    Map<String, String> values = new LinkedHashMap<>();
    int at = 0;
    while (at < line.length()) {
      int is = line.indexOf('=', at);
      int blank = line.indexOf(' ', at);
      if (is < 0 || (blank >= 0 && blank < is)) {
        return null;
      }
      StringBuilder value = new StringBuilder();
      boolean quoted = line.startsWith("\"", is + 1);
      int end = quoted ? unquote(line, is + 2, value) : blank < 0 ? line.length() : blank;
      if (end < 0) {
        return null;
      }
      values.put(line.substring(at, is), quoted ? value.toString() : line.substring(is + 1, end));
      at = end;
      while (at < line.length() && line.charAt(at) == ' ') {
        at++;
      }
    }
    return values;
  }

  /** Appends the text up to the closing quote mark; returns the position behind it, −1 for none. */
  private static int unquote(String line, int from, StringBuilder out) {
    for (int at = from; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == '"') {
        return at + 1;
      }
      if (c == '\\' && at + 1 < line.length()) {
        at = escape(line, at + 1, out);
      } else {
        out.append(c);
      }
    }
    return -1;
  }

  /** Appends what an escape stands for, as Go writes it; returns the position of its last sign. */
  private static int escape(String line, int at, StringBuilder out) {
    char c = line.charAt(at);
    int digits = c == 'x' ? 2 : c == 'u' ? 4 : 0;
    String code = line.substring(at + 1, Math.min(line.length(), at + 1 + digits));
    if (digits > 0 && code.matches("[0-9a-fA-F]{" + digits + "}")) {
      out.append((char) Integer.parseInt(code, 16));
      return at + digits;
    }
    out.append(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
    return at;
  }
}
