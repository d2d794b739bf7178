package io.tidemark.analysis.system.message;

import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.memory.Failures;
import io.tidemark.model.run.Killed;

/**
 * Reads the lines behind one that says that the process was killed. A step or an answered request
 * proves that the run goes on: another process was killed, or a text only mentions it.
 */
final class AfterKill implements LineListener {

  /** Limit of characters of a line that is looked at, and cited. */
  private static final int MOST = 512;

  private static final int MOST_CITED = 120;

  /** Limit of lines behind a kill of which the log does not say by whom. */
  private static final int MOST_BEHIND = 256;

  /** That limit where the log names the killer; reports of an end have fewer lines. */
  private static final int MOST_BEHIND_NAMED = 4_096;

  private static final Pattern PROGRESS =
      Pattern.compile(
          "(?i)\\b(?:steps?|epochs?|iter|iters|iterations?|batch|loss)\\b[\\W]{0,3}\\d"
              + "|\\d ?(?:it/s|s/it|tok/s|tokens/s)\\b"
              + "|\" 200 |HTTP/1\\.[01]\" 200\\b");

  /** A report of the end may name the step that it happened in. */
  private static final Pattern FAULT =
      Pattern.compile(
          "(?i)\\b(?:(?-i:[A-Z]\\w*(?:Error|Exception))|errors?|exceptions?|fail(?:ed|s|ing|ures?)?|(?:sig)?kill(?:ed|s|ing)?"
              + "|abort(?:ed|s|ing)?|signals?|exit(?:ed|s|ing|_?code|_?status)?|died|traceback"
              + "|oom(?:_?kill(?:ed|er)?)?)\\b");

  private final Failures failures;

  AfterKill(Failures failures) {
    this.failures = failures;
  }

  @Override
  public boolean listens() {
    return failures.killed() != null;
  }

  @Override
  public void onLine(byte[] bytes, int start, int end, long number) {
    if (listens()) {
      String line = Bytes.text(bytes, start, Math.min(end, start + MOST)).strip();
      if (PROGRESS.matcher(line).find() && !FAULT.matcher(line).find()) {
        failures.wentOn(line.substring(0, Math.min(line.length(), MOST_CITED)));
      } else if (failures.passBehindKill() > most()) {
        failures.wentOn(most() + " lines follow");
      }
    }
  }

  private int most() {
    Killed killed = failures.killed();
    return killed == null || killed.by() == null ? MOST_BEHIND : MOST_BEHIND_NAMED;
  }
}
