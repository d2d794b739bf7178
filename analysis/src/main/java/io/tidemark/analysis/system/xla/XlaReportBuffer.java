package io.tidemark.analysis.system.xla;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * One of a report's largest buffers.
 *
 * @param of what its lines state
 */
record XlaReportBuffer(XlaRecord of) {

  private static final Pattern OP_NAME = Pattern.compile("op_name=\"([^\"]*)");
  private static final Pattern SOURCE =
      Pattern.compile("source_file=\"(?:[^\"]*/)?([^\"/]+)\" source_line=(\\d+)");

  /** Size in bytes; −1 while unknown. */
  long bytes() {
    return of.figure("bytes");
  }

  /** Its rank among the largest ones, from 1. */
  long number() {
    return of.figure("number");
  }

  /** Name of its op; {@code null} if it states none. */
  @Nullable String op() {
    return of.word("op").isEmpty() ? null : opName();
  }

  /** The name in {@code op_type="OneHot" op_name="one_hot"}; the whole text without one. */
  private String opName() {
    Matcher name = OP_NAME.matcher(of.word("op"));
    return name.find() ? name.group(1).strip() : of.word("op");
  }

  /** File and line of its operation in the user's program; empty if it states none. */
  private String source() {
    Matcher place = SOURCE.matcher(of.word("op"));
    return place.find() ? OpNameLimiter.cut(place.group(1) + ":" + place.group(2)) : "";
  }

  private String shape() {
    return of.word(of.word("parameter").isEmpty() ? "shape" : "parameter");
  }

  /** The buffer as a tensor; {@code null} if it states no shape of one. */
  @Nullable FailedTensor tensor() {
    XlaShape shape = XlaShape.of(shape());
    String op = OpNameLimiter.cut(opName());
    String source = source();
    String place = source.isEmpty() ? op : op.isEmpty() ? source : source + " (" + op + ")";
    return shape == null ? null : shape.tensor(bytes(), place);
  }

  /**
   * Creates the interval of the buffer.
   *
   * @param untyped class of a buffer that states no type
   */
  Interval interval(String untyped, LogPosition at) {
    boolean parameter = !of.word("parameter").isEmpty();
    String type = parameter ? "arguments" : OpNameLimiter.cut(of.word("type"));
    String label =
        parameter ? "parameter" : of.word("label").replaceFirst(" = .*", "").replaceFirst("^%", "");
    String shape = shape();
    String source = source();
    String name =
        OpNameLimiter.cut(of.word("tag"))
            + ' '
            + OpNameLimiter.cut(label.strip())
            + ' '
            + OpNameLimiter.cut(shape.replaceFirst("\\{.*", "").strip())
            + (source.isEmpty() ? "" : " at " + source);
    PlannedBuffer described =
        new PlannedBuffer(
            PageTexts.limited(name.isBlank() ? "buffer " + number() : name.strip()),
            OpNameLimiter.cut(opName()),
            type.isEmpty() ? untyped : XlaReportParts.bufferClass(type),
            XlaShape.contents(shape.isEmpty() ? null : shape, null, null, op()));
    return interval(described, bytes(), of.figure("unpadded"), at);
  }

  /** Creates an interval with an unknown address. */
  static Interval interval(PlannedBuffer described, long bytes, long unpadded, LogPosition at) {
    return new Interval(
        at, "", "", described, Lifetime.of(0, 0), Extent.stated(-1, bytes, unpadded), true);
  }
}
