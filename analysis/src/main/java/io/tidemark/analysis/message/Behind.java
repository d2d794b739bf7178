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
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line behind a failure, which may say that the run ended, went on, or caught it: a row of
 * a message file, a text of {@code behind.txt}, or a line that counts steps.
 */
public final class Behind {

  /** Limit of bytes of a line that is looked at, and of characters that are cited. */
  private static final int MOST = 512;

  private static final int MOST_CITED = 120;

  /** A step of a training. */
  private static final Built STEP =
      Built.of(
          "progress | step, epoch, iter, batch, loss, it/s, s/it, tok"
              + " | (?i)\\b(?:steps?|epochs?|iter|iters|iterations?|batch|loss)\\b[\\W]{0,3}\\d"
              + "|\\d ?(?:it/s|s/it|tok/s|tokens/s)\\b");

  /** An answer of a server. */
  private static final Built ANSWER =
      Built.of("progress | \" 200 | \" 200 |HTTP/1\\.[01]\" 200\\b");

  /** A line of source in a traceback: {@code main(batch=32)}. */
  private static final Pattern SOURCE = Pattern.compile("(?: {4}|\\t).*\\w\\(.*=");

  /** A report of the end, or a summary behind it, may name the step that it happened in. */
  private static final Pattern FAULT =
      Pattern.compile(
          "^wandb:|(?i)\\b(?:(?-i:[A-Z]\\w*(?:Error|Exception))|errors?|exceptions?|fail(?:ed|s|ing|ures?)?|(?:sig)?kill(?:ed|s|ing)?"
              + "|abort(?:ed|s|ing)?|signals?|exit(?:ed|s|ing|_?code|_?status)?|died|traceback"
              + "|oom(?:_?kill(?:ed|er)?)?)\\b");

  private static final List<Built> BUILT =
      TextResource.lines(Behind.class, "behind.txt")
          .filter(line -> !line.isBlank())
          .map(Built::of)
          .toList();

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

  /**
   * A text of any program.
   *
   * @param words of which its line has one, in lower case: few lines have any
   */
  private record Built(Kind kind, List<String> words, Pattern text) {

    static Built of(String line) {
      String[] columns = line.split(" \\| ", 3);
      return new Built(
          Kind.valueOf(columns[0].toUpperCase(Locale.ROOT)),
          List.of(columns[1].split(", ")),
          Pattern.compile(columns[2]));
    }

    boolean in(String line, String lower) {
      return words.stream().anyMatch(lower::contains) && text.matcher(line).find();
    }
  }

  /** Returns what a line says; {@code null} for nothing. */
  public @Nullable Said of(byte[] bytes, int start, int end) {
    int most = Math.min(end, start + MOST);
    int own = Bytes.skipBlanks(bytes, Math.min(most, Wrappers.end(bytes, start, end)), most);
    String whole = Bytes.text(bytes, start, most).strip();
    String text = Bytes.text(bytes, own, most).strip();
    String line = text.isEmpty() ? whole : text;
    String cited = line.substring(0, Math.min(line.length(), MOST_CITED));
    if (Parsed.alone(rows.parse(bytes, start, most)) instanceof MessageFact row
        && row.message().kind().isBehind()) {
      return new Said(row.message().kind(), row.is(Kind.PROGRESS), cited);
    }
    String lower = text.toLowerCase(Locale.ROOT);
    for (Built row : BUILT) {
      if (row.in(text, lower)) {
        return new Said(row.kind(), false, cited);
      }
    }
    // A bar of progress looks like a wrapper of the line that is glued to it.
    String all = text.length() == whole.length() ? lower : whole.toLowerCase(Locale.ROOT);
    boolean isStep = STEP.in(whole, all) && !SOURCE.matcher(Bytes.text(bytes, start, most)).find();
    return (isStep || ANSWER.in(whole, all)) && !FAULT.matcher(whole).find()
        ? new Said(Kind.PROGRESS, isStep, cited)
        : null;
  }

  /** Reads a line of text by the rows alone. */
  Parsed read(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return Parsed.alone(rows.parse(bytes, 0, bytes.length));
  }
}
