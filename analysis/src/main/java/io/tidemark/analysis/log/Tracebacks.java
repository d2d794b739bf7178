package io.tidemark.analysis.log;

import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.line.TracebackFormat;
import io.tidemark.analysis.line.WrapperSteps;
import io.tidemark.analysis.memory.FrameOwners;
import io.tidemark.analysis.memory.Traceback;
import io.tidemark.analysis.state.Stored;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The open traceback of each writer: the ranks of a job mostly fail together, line by line, and
 * some before they have a run.
 */
@Stored
public final class Tracebacks {

  private static final int MOST = 32;

  /** Lines of all writers from the newest head to the last exception. */
  private static final int WITHIN = 4096;

  private final Map<String, Traceback> byWriter = new LinkedHashMap<>();

  private int left;

  /** Begins one of this writer, or of the one that stands between a bar and the head. */
  void begin(String named, byte[] bytes, int start, int end) {
    String writer = named.isEmpty() ? glued(bytes, start, end) : named;
    byWriter.remove(writer);
    if (byWriter.size() == MOST) {
      byWriter.remove(byWriter.keySet().iterator().next());
    }
    byWriter.put(writer, new Traceback());
    left = WITHIN;
  }

  /** The writer of {@code 12%|█ | 3/27 [01:51<14:28] [rank1]: Traceback …}; empty for none. */
  private static String glued(byte[] bytes, int start, int end) {
    int open = TracebackFormat.head(bytes, start, end) - 1;
    while (open >= start && bytes[open] != '[') {
      open--;
    }
    return open < start ? "" : writer(new WrapperSteps(bytes, open, end));
  }

  private static String writer(WrapperSteps steps) {
    boolean more = true;
    while (more) {
      more = steps.next();
    }
    return steps.writer();
  }

  boolean isEmpty() {
    return byWriter.isEmpty();
  }

  /** The open one of this writer; {@code null} for none. */
  public @Nullable Traceback of(String writer) {
    return byWriter.get(writer);
  }

  /** Returns a listener to the ignored lines of a text whose envelope names this writer. */
  public LineListener within(String whole, FrameOwners owners) {
    return (bytes, start, end, number) -> {
      String named = writer(new WrapperSteps(bytes, start, end));
      onLine(WrapperSteps.within(whole, named), bytes, start, end, owners);
    };
  }

  public void onLine(String writer, byte[] bytes, int start, int end, FrameOwners owners) {
    Traceback traceback = byWriter.get(writer);
    if (traceback != null) {
      traceback.onLine(bytes, start, end, owners);
      if (!traceback.listens()) {
        byWriter.remove(writer);
      }
    }
    if (--left <= 0) {
      byWriter.clear();
    }
  }
}
