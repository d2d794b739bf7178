package io.tidemark.sink.verdict;

import io.tidemark.model.event.Op;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.Peak;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes the cause of a peak: the op that raised use, and its place in the model. */
public final class CulpritText {

  public static final String BETWEEN_SUBMISSIONS =
      "Between submissions no op runs: weights and inputs are uploaded.";

  /** A file of source code and a line, e.g. {@code modeling_llama.py:140}. */
  private static final Pattern SOURCE_LINE =
      Pattern.compile("(?<![\\w./+-])[\\w./+-]+\\.\\w+:\\d+");

  private CulpritText() {}

  /**
   * The source line of the op that raised use, else its whole location; {@code null} if unknown.
   */
  public static @Nullable String place(Culprit culprit) {
    String location = culprit.raisedAt();
    if (location == null) {
      return null;
    }
    Matcher line = SOURCE_LINE.matcher(location);
    return line.find() ? line.group() : location;
  }

  /**
   * The op that raised use to the peak, and the op before which it was seen, as one clause; {@code
   * null} if the log names neither.
   */
  public static @Nullable String sentence(Peak peak) {
    StringJoiner words = new StringJoiner(", ").setEmptyValue("");
    String place = place(peak.culprit());
    String location = peak.culprit().location();
    String op = peak.raisedBy();
    if (op != null && !Op.SUBMISSION.equals(op)) {
      String by = isUpload(op) ? "between submissions" : "by " + op;
      words.add("raised " + by + (place == null ? "" : " at " + place));
    }
    if (peak.fromErrorLine()) {
      words.add("stated by an out-of-memory line");
    } else if (peak.before() != null) {
      words.add("seen before " + peak.before());
    } else if (peak.raisedBy() == null && location != null) {
      words.add("stated at " + location);
    }
    return words.length() == 0 ? null : words.toString();
  }

  /** Whether the largest rise of use came from no op. */
  public static boolean isUpload(@Nullable String op) {
    return Op.BETWEEN_SUBMISSIONS.equals(op);
  }
}
