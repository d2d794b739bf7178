package io.tidemark.analysis.system.tenstorrent;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.line.Parsed.Sign;
import io.tidemark.analysis.line.Wrappers;
import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.model.event.FailedAllocation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The exceptions of the runtime, whose logger writes its record when it throws. An exception's text
 * with equal figures, or its head soon after the record, makes the record a failure; the backtrace
 * below the text names the op of a failure that no op line names.
 */
final class RaisedErrors implements LineListener {

  /** Limit of lines from a record to its exception's head: a Python traceback is between. */
  private static final int HEAD_WITHIN = 256;

  /** Limit of failures whose further texts are known as repeats. */
  private static final int MOST_RAISED = 64;

  /** Limit of a frame's text that is searched, since its template arguments may be long. */
  private static final int MAX_FRAME = 2048;

  /** An op of tt-mlir's flatbuffer, which the runtime executes, or a function of the library. */
  private static final Pattern OP =
      Pattern.compile(
          "tt::target::ttnn::(\\w+Op)\\b|^(ttnn::(?:experimental::|transformer::)?\\w+)\\(");

  private static final byte[] PYTEST = Bytes.of("E  ");
  private static final byte[] FRAME = Bytes.of("--- ");
  private static final byte[] BACKTRACE = Bytes.of("backtrace:");
  private static final byte[] INFO = Bytes.of("info:");

  /** Where the logger's record was written, if a wrapped one ends with it. */
  private static final byte[] ASSERT = Bytes.of("(assert.hpp:");

  private static final byte[] CRITICAL = Bytes.of("| critical |");

  private final Devices devices;
  private final List<Raised> raised = new ArrayList<>();
  private boolean another;
  private @Nullable FailedAllocation traced;
  private @Nullable String op;

  /**
   * A failure whose exception's text was read.
   *
   * @param recorded whether the logger wrote its record, too
   */
  record Raised(FailedAllocation allocation, boolean recorded) {}

  /**
   * What is stored of it.
   *
   * @param another whether a record of another kind follows the newest one of an allocation
   * @param traced the failure whose backtrace is being read
   * @param op the op of that backtrace, so far
   */
  record State(
      List<Raised> raised,
      @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Boolean another,
      @Nullable FailedAllocation traced,
      @Nullable String op) {}

  RaisedErrors(Devices devices) {
    this.devices = devices;
  }

  /**
   * Reports a failed allocation, unless its text is a repeat. Returns whether it is a new one.
   *
   * @param isText whether this is an exception's text, not the logger's record
   */
  boolean failed(FailedAllocation allocation, boolean isText, RunOutput out) {
    Raised known = known(allocation);
    if (known != null && (isText || !known.recorded())) {
      // A record below the text is its own: a test runner prints the captured log last.
      FailedAllocation more =
          isText ? known.allocation().withMoreOf(out.traced(allocation)) : known.allocation();
      raised.set(raised.indexOf(known), new Raised(more, known.recorded() || !isText));
      out.repeated(more);
      trace(isText ? more : null);
      return false;
    }
    if (!isText) {
      raised.remove(known);
      another = false;
      out.refused(allocation);
      return true;
    }
    FailedAllocation before = devices.failures().endedBefore(allocation);
    FailedAllocation refused = before == null ? out.ended(allocation) : before;
    FailedAllocation placed = out.traced(refused == null ? allocation : refused);
    if (refused != null) {
      out.repeated(placed);
      raised(placed, true);
      return false;
    }
    out.failed(placed);
    raised(placed, false);
    return true;
  }

  private @Nullable Raised known(FailedAllocation allocation) {
    return raised.stream()
        .filter(one -> one.allocation().repeats(allocation))
        .findFirst()
        .orElse(null);
  }

  private void raised(FailedAllocation allocation, boolean recorded) {
    if (raised.size() == MOST_RAISED) {
      raised.remove(0);
    }
    raised.add(new Raised(allocation, recorded));
    trace(allocation);
  }

  private void trace(@Nullable FailedAllocation failure) {
    traced = failure;
    op = null;
  }

  /** Handles a line that says that an exception was raised. */
  void apply(Sign sign, RunOutput out) {
    boolean head = sign == Sign.ERROR_RAISED || sign == Sign.ERROR_SHOWN;
    if (head && !another && devices.failures().isRefused(HEAD_WITHIN)) {
      FailedAllocation ended = out.ended();
      if (ended != null) {
        raised(ended, true);
      }
    }
  }

  /** Handles the end of the run, or a silence that may be it. */
  void end() {
    amend();
  }

  void gap() {
    another = true;
    trace(null);
  }

  /** Handles a line of normal work of a device. A text without a record may then be a new one. */
  void goesOn(String device) {
    if (!raised.isEmpty()) {
      raised.removeIf(one -> !one.recorded() && one.allocation().device().equals(device));
    }
  }

  /** No line is ignored behind a refused allocation. */
  @Override
  public int ignoredLines() {
    return traced == null ? 0 : Integer.MAX_VALUE;
  }

  @Override
  public void onLine(byte[] bytes, int start, int end, long number) {
    boolean waits = traced != null || devices.failures().isRefused(HEAD_WITHIN);
    if (!waits || start == end) {
      return;
    }
    int own = Wrappers.end(bytes, start, end);
    int text = Bytes.skipBlanks(bytes, own, end);
    if (Bytes.startsWith(bytes, text, end, PYTEST)) {
      text = Bytes.skipBlanks(bytes, text + PYTEST.length, end);
    }
    if (Bytes.startsWith(bytes, text, end, FRAME)) {
      frame(Bytes.text(bytes, text + FRAME.length, end));
    } else if (text < end
        && !Bytes.startsWith(bytes, text, end, BACKTRACE)
        && !Bytes.startsWith(bytes, text, end, INFO)
        && !Bytes.startsWith(bytes, text, end, ASSERT)) {
      amend();
      another |= Bytes.indexOf(bytes, text, end, CRITICAL) >= 0;
    }
  }

  /** Reads a frame. The last one of a library function is the outermost. */
  private void frame(String text) {
    Matcher found = OP.matcher(text.substring(0, Math.min(MAX_FRAME, text.length())));
    if (traced != null && found.find()) {
      boolean function = found.group(1) == null;
      op = OpNameLimiter.cut(found.group(function ? 2 : 1));
      if (!function) {
        amend();
      }
    }
  }

  /** Adds the op of the backtrace to its failure. */
  private void amend() {
    if (traced != null && op != null) {
      devices.failures().amend(traced, op);
    }
    trace(null);
  }

  State state() {
    return new State(raised, another, traced, op);
  }

  void restore(State stored) {
    raised.addAll(stored.raised());
    another = Boolean.TRUE.equals(stored.another());
    traced = stored.traced();
    op = stored.op();
  }
}
