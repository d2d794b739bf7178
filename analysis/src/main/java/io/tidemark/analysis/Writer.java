package io.tidemark.analysis;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.WrapperSteps;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import org.jspecify.annotations.Nullable;

/** One who writes into a log: what its lines so far say of its next. */
final class Writer {

  /** No run is open for it. */
  static final int NO_RUN = 0;

  /** As the wrappers of its lines name it; empty for lines without. */
  final String name;

  /** Number of its open run. */
  int run = NO_RUN;

  Within within = Within.NONE;

  /** Those that are named within it, and have said something. */
  enum Within {
    NONE,
    /** One, which shares its run. */
    SHARES,
    /** More, each with a run of its own. */
    APART
  }

  private QuotedLines quotedLines = new QuotedLines();
  private long lines;

  Writer(String name) {
    this.name = name;
  }

  /** The name as people read it; {@code null} for lines without. */
  @Nullable String label() {
    return name.isEmpty() ? null : name.replace(WrapperSteps.WITHIN, '/');
  }

  /** The one it is named within; {@code null} for lines without a name. */
  @Nullable String outer() {
    return name.isEmpty()
        ? null
        : name.substring(0, Math.max(0, name.lastIndexOf(WrapperSteps.WITHIN)));
  }

  /** Lines of it that say nothing. */
  void pass(long count) {
    lines += count;
  }

  /** What becomes of its next line by those before. */
  Parsed judge(Parsed parsed) {
    return quotedLines.judge(parsed, ++lines);
  }

  long lines() {
    return lines;
  }

  /** Its file is another, or its run. */
  void beginRun(int number) {
    run = number;
    quotedLines = new QuotedLines();
  }

  void beginFile(int number) {
    beginRun(number);
    within = Within.NONE;
    lines = 0;
  }

  void writeQuotedLines(PartWriter out) {
    quotedLines.write(out);
  }

  void restore(QuotedLines quoted, long passed) {
    quotedLines = quoted;
    lines = passed;
  }

  void write(PartWriter out) {
    out.text(name).number(run).text(within.name()).number(lines);
    quotedLines.write(out);
  }

  static Writer read(PartReader in) {
    Writer writer = new Writer(in.word());
    writer.run = in.count();
    writer.within = Within.valueOf(in.word());
    writer.lines = in.number();
    writer.quotedLines.read(in);
    return writer;
  }
}
