package io.tidemark.analysis.system.xla;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.Extent;
import io.tidemark.model.event.FailedTensor;
import io.tidemark.model.event.Lifetime;
import io.tidemark.model.event.MemoryEvent.Interval;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.log.LogPosition;
import org.jspecify.annotations.Nullable;

/** One of a report's largest buffers, filled while its lines arrive. */
@Stored
final class XlaReportBuffer {

  private static final String OP_NAME = "op_name=\"";
  private static final Pattern SOURCE =
      Pattern.compile("source_file=\"(?:[^\"]*/)?([^\"/]+)\" source_line=(\\d+)");

  /** Limit of a size: no memory is larger, and a list of such sizes does not overflow. */
  static final long MOST = 1L << 50;

  private int number;
  private long bytes = -1;
  private long unpadded = -1;
  private String label = "";
  private String shape = "";

  /** As stated, with its name, and its file and line in the user's program. */
  private String op = "";

  private String type = "";
  private String tag = "";

  XlaReportBuffer() {}

  XlaReportBuffer(int number, long bytes) {
    this.number = number;
    this.bytes = cut(bytes);
  }

  private static long cut(long size) {
    return Math.min(size, MOST);
  }

  /** Size in bytes; −1 while unknown. */
  long bytes() {
    return bytes;
  }

  void apply(XlaOomFact.Key key) {
    String value = key.value();
    switch (key.name()) {
      case "Size" -> bytes = cut(key.bytes());
      case "Unpadded size" -> unpadded = cut(key.bytes());
      case "Shape" -> shape = PageTexts.limited(value.strip());
      case "Operator" -> op = PageTexts.limited(value);
      case "XLA label", "XLA Label" ->
          label = OpNameLimiter.cut(upTo(value, " = ").replaceFirst("^%", ""));
      case "Tag" -> tag = OpNameLimiter.cut(value.strip());
      case "Allocation type" -> type = OpNameLimiter.cut(value.strip());
      case "Entry Parameter Subshape" -> {
        label = "parameter";
        type = "arguments";
        shape = PageTexts.limited(value.strip());
      }
      default -> {}
    }
  }

  private static String upTo(String value, String mark) {
    int at = value.indexOf(mark);
    return (at < 0 ? value : value.substring(0, at)).strip();
  }

  /** File and line of its operation in the user's program; empty if it states none. */
  private String source() {
    Matcher place = SOURCE.matcher(op);
    return place.find() ? OpNameLimiter.cut(place.group(1) + ":" + place.group(2)) : "";
  }

  /**
   * Returns the name in {@code op_type="OneHot" op_name="one_hot"}; the whole value without one.
   */
  private static String opName(String value) {
    int from = value.indexOf(OP_NAME);
    return from < 0 ? value : upTo(value.substring(from + OP_NAME.length()), "\"");
  }

  /** The buffer as a tensor; {@code null} if it states no shape of one. */
  @Nullable FailedTensor tensor() {
    int open = shape.indexOf('[');
    int close = shape.indexOf(']', open);
    if (open <= 0 || close < 0 || shape.startsWith("(")) {
      return null;
    }
    String sizes = shape.substring(open + 1, close).replace(',', 'x');
    String of = OpNameLimiter.cut(opName(op));
    String source = source();
    String place = source.isEmpty() ? of : of.isEmpty() ? source : source + " (" + of + ")";
    return new FailedTensor(
        sizes, shape.substring(0, open), bytes, place.isEmpty() ? null : place, true);
  }

  /**
   * Creates the interval of the buffer.
   *
   * @param untyped class of a buffer that states no type
   */
  Interval interval(String untyped, LogPosition at) {
    String source = source();
    String place = source.isEmpty() ? "" : " at " + source;
    String name = (tag + ' ' + label + ' ' + OpNameLimiter.cut(upTo(shape, "{")) + place).strip();
    String known = type.isEmpty() ? untyped : XlaReportParts.bufferClass(type);
    String opName = op.isEmpty() ? null : opName(op);
    PlannedBuffer described =
        new PlannedBuffer(
            PageTexts.limited(name.isEmpty() ? "buffer " + number : name),
            OpNameLimiter.cut(opName(op)),
            known,
            XlaContents.of(shape.isEmpty() ? null : shape, null, null, opName));
    return interval(described, bytes, unpadded, at);
  }

  /** Creates an interval with an unknown address. */
  static Interval interval(PlannedBuffer described, long bytes, long unpadded, LogPosition at) {
    return new Interval(
        at, "", "", described, Lifetime.of(0, 0), Extent.stated(-1, bytes, unpadded), true);
  }
}
