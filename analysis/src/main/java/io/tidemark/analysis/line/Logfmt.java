package io.tidemark.analysis.line;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line of {@code key=value} pairs, as loggers of Go write them: {@code ts=… msg="…"}. */
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

  /** Returns the record as a JSON object; {@code null} if it is no record. */
  public static byte @Nullable [] toJson(byte[] bytes, int from, int to) {
    String line = new String(bytes, from, to - from, StandardCharsets.UTF_8).strip();
    StringBuilder out = new StringBuilder("{");
    int at = 0;
    while (at < line.length()) {
      int is = line.indexOf('=', at);
      boolean quoted = line.startsWith("\"", is + 1);
      int end = quoted ? pastQuoted(line, is + 1) : line.indexOf(' ', at);
      end = end < 0 && !quoted ? line.length() : end;
      boolean word = !quoted && line.startsWith("msg=", at);
      if (is < 0 || end < is || word) {
        // A text of one word states nothing; as it is, the line may go on with another one.
        return null;
      }
      String value = line.substring(is + 1, end);
      out.append(at == 0 ? "\"" : ",\"").append(line, at, is).append("\":");
      out.append(quoted ? json(value) : '"' + value.replace("\\", "\\\\") + '"');
      at = end;
      while (at < line.length() && line.charAt(at) == ' ') {
        at++;
      }
    }
    return out.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Go writes a control character as {@code \x1b}, which JSON does not know. */
  private static String json(String quoted) {
    StringBuilder out = new StringBuilder(quoted);
    for (int at = out.indexOf("\\"); at >= 0; at = out.indexOf("\\", at + 2)) {
      if (out.charAt(at + 1) == 'x') {
        out.replace(at + 1, at + 2, "u00");
      }
    }
    return out.toString();
  }

  /** Returns the position behind the closing quote mark; −1 if there is none. */
  private static int pastQuoted(String line, int open) {
    int at = open + 1;
    while (at < line.length() && line.charAt(at) != '"') {
      at += line.charAt(at) == '\\' ? 2 : 1;
    }
    return at < line.length() ? at + 1 : -1;
  }
}
