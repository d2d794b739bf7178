package io.tidemark.analysis.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.WrapperSteps;
import io.tidemark.analysis.state.Stored;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A writer of a log: its run, its line count and its quotation state. */
@Stored
public final class Writer {

  /** The writer has no open run. */
  public static final int NO_RUN = 0;

  private static final int MOST_STATED = 32;

  /** Name from the wrappers of its lines; empty for lines without a wrapper. */
  public final String name;

  /** Number of its open run. */
  public int run = NO_RUN;

  /** Whether a line says that its process has ended, so that its next fact begins another run. */
  public boolean ended;

  public Within within = Within.NONE;

  /** How many writers named within this one have stated a fact. */
  public enum Within {
    NONE,
    /** One writer, which shares this run. */
    SHARES,
    /** Several writers, each with its own run. */
    APART
  }

  /** By slot of a budget: what this writer said of it before one is named within it. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private final Map<String, String> stated = new TreeMap<>();

  private QuotedLines quotedLines = new QuotedLines();
  private long lines;

  private final transient boolean known;

  private Writer() {
    this("");
  }

  Writer(String name) {
    this(name, true);
  }

  private Writer(String name, boolean known) {
    this.name = name;
    this.known = known;
  }

  /** A writer beyond the limit: nothing is kept of it, and it gets no run. */
  static Writer unknown(String name) {
    return new Writer(name, false);
  }

  public boolean isKnown() {
    return known;
  }

  /** The display name; {@code null} for lines without a name. */
  public @Nullable String label() {
    return name.isEmpty() ? null : name.replace(WrapperSteps.WITHIN, '/');
  }

  /** Name of the enclosing writer; {@code null} for lines without a name. */
  @Nullable String outer() {
    return name.isEmpty()
        ? null
        : name.substring(0, Math.max(0, name.lastIndexOf(WrapperSteps.WITHIN)));
  }

  /** Counts ignored lines of this writer. */
  public void pass(long count) {
    lines += count;
  }

  /** Judges the next line by the lines before. */
  public Parsed judge(Parsed parsed) {
    return known ? quotedLines.judge(parsed, ++lines) : parsed;
  }

  /** Keeps what it says of a slot of its budget. */
  public void state(String slot, Map<String, String> reads) {
    if (within == Within.NONE && stated.size() < MOST_STATED) {
      stated.put(slot, reads.toString());
    }
  }

  /** Whether it said something else of this slot, so that another process does. */
  public boolean statesOtherwise(String slot, Map<String, String> reads) {
    String before = stated.get(slot);
    return before != null && !before.equals(reads.toString());
  }

  public long lines() {
    return lines;
  }

  /** Resets the quotation state when a new file or run begins. */
  void beginRun(int number) {
    run = number;
    ended = false;
    stated.clear();
    quotedLines = new QuotedLines();
  }

  void beginFile(int number) {
    beginRun(number);
    within = Within.NONE;
    lines = 0;
  }
}
