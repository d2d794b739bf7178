package io.tidemark.sink.answer;

import io.tidemark.model.ByteSize;
import io.tidemark.model.memory.Leak;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OverLastRun;
import io.tidemark.model.memory.SubmissionUse;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Where the use of a memory goes: from submission to submission, and against the last run. */
final class TrendText {

  private TrendText() {}

  /**
   * For example {@code +247.7 MiB each submission, 20 of 20; full after 4 more}; {@code null} if no
   * trend is known.
   */
  static @Nullable String words(MemoryUsage usage) {
    StringJoiner words = new StringJoiner("; ");
    SubmissionUse submissions = usage.submissions();
    Leak leak = submissions.leak();
    if (leak != null) {
      words.add(leak.words(submissions.unit(), usage.now()));
    }
    Integer steady = submissions.steady();
    if (leak == null && steady != null) {
      Leak stood = submissions.stood();
      // The batches of a training differ: a later one may still need more.
      String before =
          stood != null
              ? "rose by %s over %,d %ss, then "
                  .formatted(
                      ByteSize.text(stood.toBytes() - stood.fromBytes()),
                      stood.of(),
                      submissions.unit())
              : submissions.byStep() ? "" : "no leak: ";
      words.add("%sno new high in the last %,d %ss".formatted(before, steady, submissions.unit()));
    }
    OverLastRun over = submissions.overLastRun();
    if (over != null) {
      words.add(over.words());
    }
    return words.length() == 0 ? null : words.toString();
  }

  /** What to do about a leak; {@code null} for none. */
  static @Nullable String advice(@Nullable MemoryUsage usage, Fills fills) {
    if (usage == null || usage.submissions().leak() == null) {
      return null;
    }
    String op = fills.largestOp();
    return usage.submissions().byStep()
        ? "Find what each step keeps, such as losses or outputs with their graph, or whether"
            + " batches or sequences grow."
        : "Free what %s from submission to submission, or bound it: it never shrinks."
            .formatted(op == null ? "is kept" : op + " keeps");
  }
}
