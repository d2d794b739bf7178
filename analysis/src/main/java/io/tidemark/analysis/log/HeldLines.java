package io.tidemark.analysis.log;

import io.tidemark.analysis.line.OpenText;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Unfinished;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.log.LogPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The lines that may go on: each waits for the next line of its writer, and is not yet counted. */
@Stored
public final class HeldLines {

  /** Limit of writers, each with a text of a few KiB. */
  private static final int MOST = 64;

  /** Limit of lines of other writers, since all of them are looked at meanwhile. */
  private static final long WAITS = 64;

  /** Limit of lines that say nothing between two lines of a message. */
  private static final long FOREIGN = 4;

  private final Map<String, Held> byWriter = new LinkedHashMap<>();

  /**
   * A line that may go on.
   *
   * @param at its position
   * @param number of the line within its generation
   * @param text with the lines before it
   * @param further whether further lines of a message may follow
   */
  public record Held(String writer, LogPosition at, long number, OpenText text, boolean further) {

    /** Whether it waits over a line that is none of it. */
    public boolean waitsOver(Parsed parsed, long line) {
      return further && parsed == Ignored.IGNORED && line - number <= FOREIGN;
    }

    /** The line, with the lines before it. */
    public LineAt line(String generation) {
      byte[] bytes = text.text();
      return new LineAt(generation, at, number, number, bytes, 0, bytes.length);
    }
  }

  /** Keeps a line; {@code false} if it does not go on, or if too many lines wait. */
  public boolean keep(Writer writer, Parsed parsed, @Nullable OpenText text, LineAt line) {
    boolean full = !writer.isKnown() || byWriter.size() == MOST;
    if (text == null || full || !(parsed instanceof Unfinished open)) {
      return false;
    }
    keep(new Held(writer.name, line.at(), line.number(), text, open.further()));
    return true;
  }

  public void keep(Held line) {
    byWriter.put(line.writer(), line);
  }

  /** Returns what a writer holds, and forgets it; {@code null} if it holds nothing. */
  public @Nullable Held take(Writer writer) {
    return byWriter.isEmpty() ? null : byWriter.remove(writer.name);
  }

  /** The text whose last line this is, of a named writer; {@code null} if there is none. */
  public @Nullable Held named(long number) {
    for (Held one : byWriter.values()) {
      if (one.number() == number && !one.writer().isEmpty()) {
        return one;
      }
    }
    return null;
  }

  /** Returns the lines that waited too long at this line, and forgets them. */
  public List<Held> late(long number) {
    return byWriter.isEmpty() ? List.of() : take(held -> number - held.number() > WAITS);
  }

  /** Returns some lines in their order, and forgets them. */
  public List<Held> take(Predicate<Held> which) {
    List<Held> taken = new ArrayList<>(byWriter.values());
    taken.removeIf(which.negate());
    byWriter.values().removeAll(taken);
    return taken;
  }

  public boolean any() {
    return !byWriter.isEmpty();
  }
}
