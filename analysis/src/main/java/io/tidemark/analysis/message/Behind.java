package io.tidemark.analysis.message;

import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Wrappers;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.model.TextResource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line behind a failure, which may say that the run ended, went on, or caught it: a row of
 * a message file, a text of {@code behind.txt}, or a line that counts steps.
 */
public final class Behind {

  /** Limit of bytes of a line that is looked at, and of characters that are cited. */
  private static final int MOST = 512;

  private static final int MOST_CITED = 120;

  /** A step of a training or an answer of a server. */
  private static final Pattern STEP =
      Pattern.compile(
          "(?i)\\b(?:steps?|epochs?|iter|iters|iterations?|batch|loss)\\b[\\W]{0,3}\\d"
              + "|\\d ?(?:it/s|s/it|tok/s|tokens/s)\\b");

  private static final Pattern ANSWER = Pattern.compile("\" 200 |HTTP/1\\.[01]\" 200\\b");

  /** A report of the end may name the step that it happened in. */
  private static final Pattern FAULT =
      Pattern.compile(
          "(?i)\\b(?:(?-i:[A-Z]\\w*(?:Error|Exception))|errors?|exceptions?|fail(?:ed|s|ing|ures?)?|(?:sig)?kill(?:ed|s|ing)?"
              + "|abort(?:ed|s|ing)?|signals?|exit(?:ed|s|ing|_?code|_?status)?|died|traceback"
              + "|oom(?:_?kill(?:ed|er)?)?)\\b");

  private static final Pattern CRASH = built(Kind.CRASH);
  private static final Pattern CAUGHT = built(Kind.CAUGHT);
  private static final Pattern RESULT = built(Kind.PROGRESS);

  private final Formats rows;

  /**
   * Something that a line says of the run.
   *
   * @param isStep whether it counts steps
   * @param cited the line, as it is cited
   */
  public record Said(Kind kind, boolean isStep, String cited) {}

  Behind(LineFormat rows) {
    this.rows = new Formats(List.of(rows), List.of());
  }

  private static Pattern built(Kind kind) {
    String begin = MessageFile.text(kind) + " ";
    return Pattern.compile(
        TextResource.lines(Behind.class, "behind.txt")
            .filter(line -> line.startsWith(begin))
            .map(line -> "(?:" + line.substring(begin.length()) + ")")
            .collect(Collectors.joining("|")));
  }

  /** Returns what a line says; {@code null} for nothing. */
  public @Nullable Said of(byte[] bytes, int start, int end) {
    int most = Math.min(end, start + MOST);
    int own = Bytes.skipBlanks(bytes, Math.min(most, Wrappers.end(bytes, start, end)), most);
    String whole = Bytes.text(bytes, start, most).strip();
    String text = Bytes.text(bytes, own, most).strip();
    Kind kind = null;
    boolean isStep = false;
    if (Parsed.alone(rows.parse(bytes, start, most)) instanceof MessageFact row
        && row.message().kind().isBehind()) {
      kind = row.message().kind();
      isStep = kind == Kind.PROGRESS;
    } else if (CRASH.matcher(text).find()) {
      kind = Kind.CRASH;
    } else if (CAUGHT.matcher(text).find()) {
      kind = Kind.CAUGHT;
    } else if (RESULT.matcher(text).find()) {
      kind = Kind.PROGRESS;
    } else if (!FAULT.matcher(whole).find()) {
      // A bar of progress looks like a wrapper of the line that is glued to it.
      isStep = STEP.matcher(whole).find();
      kind = isStep || ANSWER.matcher(whole).find() ? Kind.PROGRESS : null;
    }
    String line = text.isEmpty() ? whole : text;
    String cited = line.substring(0, Math.min(line.length(), MOST_CITED));
    return kind == null ? null : new Said(kind, isStep, cited);
  }

  /** Reads a line of text by the rows alone. */
  Parsed read(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return Parsed.alone(rows.parse(bytes, 0, bytes.length));
  }
}
