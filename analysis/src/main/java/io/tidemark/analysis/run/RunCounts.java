package io.tidemark.analysis.run;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunStatus;
import java.util.List;

/** Counts the lines of a run by outcome, and the gaps. */
@Stored
final class RunCounts {

  private long facts;
  private long ignored;
  private long quoted;
  private long rejected;
  private long duplicates;
  private long gaps;
  private long gapBytes;

  void count(Parsed parsed) {
    if (parsed instanceof Fact) {
      facts++;
    } else if (parsed instanceof Parsed.Rejected) {
      rejected++;
    } else if (parsed instanceof Parsed.Quoted) {
      quoted++;
    } else {
      ignored++;
    }
  }

  void ignore(long lines) {
    ignored += lines;
  }

  void reject(long lines) {
    rejected += lines;
  }

  public void duplicate() {
    duplicates++;
  }

  void gap(long bytes) {
    gaps++;
    gapBytes += bytes;
  }

  /** The public figures of lines in these formats. */
  ReadLines published(List<String> formats) {
    return new ReadLines(
        formats, new RunStatus.Lines(facts, ignored, rejected, duplicates, quoted), gaps, gapBytes);
  }
}
