package io.tidemark.analysis.line;

import org.jspecify.annotations.Nullable;

/** Result of parsing a line. */
public sealed interface Parsed
    permits Fact,
        Parsed.Ignored,
        Parsed.Quoted,
        Parsed.Rejected,
        Parsed.Sign,
        Parsed.Unfinished,
        Parsed.Unprefixed {

  /** The line belongs to no format, or states nothing about memory. */
  enum Ignored implements Parsed {
    IGNORED
  }

  /**
   * The line began like a known record and broke.
   *
   * @param column position of the error, in bytes from 1
   */
  record Rejected(String format, int column, String reason) implements Parsed {}

  /**
   * The line reads like one of a format, but was not written by that format's logger.
   *
   * @param says what it would state; {@code null} if nobody asks
   */
  record Quoted(@Nullable Fact says) implements Parsed {
    public static final Quoted QUOTED = new Quoted(null);
  }

  /** The line states nothing about memory, but affects the lines after it. */
  enum Sign implements Parsed {
    /** A runtime raised an exception; its text follows. */
    ERROR_RAISED,
    /** A line shows the head of an exception in words of its own; alone it is a quotation. */
    ERROR_SHOWN,
    /** The line between the head and the text of tt-metal's exceptions. */
    ERROR_INFO,
    /** The head of a Python traceback; its frames follow. */
    TRACEBACK,
    /** A Markdown fence: the text up to the next fence is quoted. */
    FENCE
  }

  /** A line of a format without its logger's head: genuine only after certain other lines. */
  record Unprefixed(Fact fact, Voucher voucher) implements Parsed {}

  /**
   * The line may go on in the next one of its writer: see {@link OpenText}.
   *
   * @param alone what it says if it does not go on
   * @param hit position of the needle of what goes on
   * @param further whether further lines of a message may follow, behind lines that say nothing
   * @param last what it says if the log ends within it
   */
  record Unfinished(Parsed alone, int hit, boolean further, Parsed last) implements Parsed {

    /** The same of a line that alone is a failure in words that no row reads. */
    public Unfinished guessing(Parsed guess) {
      return new Unfinished(guess, hit, further, states(last) ? last : guess);
    }
  }

  /** The same of a line that may be a quotation: what breaks there is none of a format. */
  default Parsed asQuotedIf(boolean quoted) {
    return !quoted ? this : this instanceof Fact ? Quoted.QUOTED : Ignored.IGNORED;
  }

  /** Whether a line says something by itself, so that it goes on no text before it. */
  static boolean states(Parsed parsed) {
    Parsed alone = alone(parsed);
    return (alone instanceof Fact || alone instanceof Unprefixed) && !isGuess(alone);
  }

  /** Whether a text says something in words that no row reads. */
  static boolean isGuess(Parsed alone) {
    return (alone instanceof Fact fact && fact.isGuess())
        || (alone instanceof Unprefixed bare && bare.fact().isGuess());
  }

  /** Returns what a line says if it does not go on. */
  static Parsed alone(Parsed parsed) {
    return parsed instanceof Unfinished open ? open.alone() : parsed;
  }

  /** The lines that must stand before a genuine line without a head. */
  enum Voucher {
    /** {@link Sign#ERROR_RAISED}, then {@link Sign#ERROR_INFO}. */
    ERROR_WITH_INFO,
    /** The same, or {@link Sign#ERROR_RAISED} on the line directly before. */
    ERROR,
    /** Only lines of the same kind: the file begins with them. */
    LINES_ALIKE
  }
}
