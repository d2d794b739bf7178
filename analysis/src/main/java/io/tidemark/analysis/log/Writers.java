package io.tidemark.analysis.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.line.WrapperSteps;
import io.tidemark.analysis.state.Stored;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writers of a log, named by the wrappers of its lines.
 *
 * <pre>
 *   first writer with a fact ─▶ shares the run of lines without a name, which may be its own
 *   each further writer      ─▶ its own run; lines without a name then have a separate run, too
 * </pre>
 */
@Stored
public final class Writers {

  /** Limit of names. Names without facts count too, since other lines may look wrapped. */
  private static final int MOST = 256;

  private final Map<String, Writer> byName = new LinkedHashMap<>();
  private final Writer bare = new Writer("");

  /** {@code null} before the first one of a file. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable Tracebacks tracebacks;

  /** The writers of a file whose lines were all without a name. */
  public static Writers ofBare(int run, long lines) {
    Writers writers = new Writers();
    writers.beginFile(run);
    writers.bare.pass(lines);
    return writers;
  }

  /** Their open tracebacks; {@code null} if there is none. */
  public @Nullable Tracebacks tracebacks() {
    return tracebacks == null || tracebacks.isEmpty() ? null : tracebacks;
  }

  /** Begins a traceback of this writer, whose head is the line {@code bytes[start, end)}. */
  public void beginTraceback(Writer writer, byte[] bytes, int start, int end) {
    if (tracebacks == null) {
      tracebacks = new Tracebacks();
    }
    tracebacks.begin(writer.name, bytes, start, end);
  }

  /** The writer of lines without a name. */
  public Writer bare() {
    return bare;
  }

  public void beginFile(int run) {
    byName.clear();
    tracebacks = null;
    bare.beginFile(run);
  }

  /** Returns the writer of this name, creating it if needed; beyond the limit, an unknown one. */
  public Writer of(String name) {
    if (name.isEmpty()) {
      return bare;
    }
    Writer known = byName.get(name);
    if (known != null) {
      return known;
    }
    if (byName.size() == MOST && !forgetOneFor(name)) {
      return Writer.unknown(name);
    }
    Writer created = new Writer(name);
    byName.put(name, created);
    return created;
  }

  /** Returns the enclosing writer; {@code null} if there is none or it is unknown. */
  public @Nullable Writer outer(Writer writer) {
    String name = writer.outer();
    Writer outer = name == null ? null : of(name);
    return outer != null && outer.isKnown() ? outer : null;
  }

  /**
   * Removes the oldest writer that stated no fact. A writer named within the new one is kept, since
   * its line may be the one being read.
   */
  private boolean forgetOneFor(String outer) {
    String within = outer + WrapperSteps.WITHIN;
    Iterator<Writer> all = byName.values().iterator();
    while (all.hasNext()) {
      Writer writer = all.next();
      boolean silent = writer.run == Writer.NO_RUN && writer.within == Writer.Within.NONE;
      if (silent && !writer.name.startsWith(within)) {
        all.remove();
        return true;
      }
    }
    return false;
  }

  /** Whether a line says that the process of one of them has ended. */
  public boolean anyEnded() {
    return bare.ended || byName.values().stream().anyMatch(writer -> writer.ended);
  }

  Collection<Writer> named() {
    return byName.values();
  }

  /** Moves all writers of an ended run to the next run, or to {@link Writer#NO_RUN}. */
  public void follow(int ended, int next) {
    byName.values().stream().filter(writer -> writer.run == ended).forEach(w -> w.beginRun(next));
    if (bare.run == ended) {
      bare.beginRun(next);
    }
  }
}
