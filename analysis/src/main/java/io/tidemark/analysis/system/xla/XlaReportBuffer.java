package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.Extent;
import io.tidemark.model.Lifetime;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent.Interval;
import io.tidemark.model.PlannedBuffer;

/** One of a report's largest buffers, while its lines come in. */
final class XlaReportBuffer {

  private static final String OP_NAME = "op_name=\"";

  /** No memory is larger, and no list of such sizes overflows. */
  static final long MOST = 1L << 50;

  private final int number;
  private long bytes;
  private long unpadded = -1;
  private String label = "";
  private String shape = "";
  private String op = "";
  private String type = "";

  XlaReportBuffer(int number, long bytes) {
    this.number = number;
    this.bytes = cut(bytes);
  }

  private static long cut(long size) {
    return Math.min(size, MOST);
  }

  /** −1 while unknown. */
  long bytes() {
    return bytes;
  }

  void apply(XlaOomFact.Key key) {
    String value = key.value();
    switch (key.name()) {
      case "Size" -> bytes = cut(key.bytes());
      case "Unpadded size" -> unpadded = cut(key.bytes());
      case "Shape" -> shape = OpNameLimiter.cut(upTo(value, "{"));
      case "Operator" -> op = OpNameLimiter.cut(opName(value));
      case "XLA label", "XLA Label" ->
          label = OpNameLimiter.cut(upTo(value, " = ").replaceFirst("^%", ""));
      case "Allocation type" -> type = OpNameLimiter.cut(value.strip());
      case "Entry Parameter Subshape" -> {
        label = "parameter";
        type = "arguments";
        shape = OpNameLimiter.cut(upTo(value, "{"));
      }
      default -> {}
    }
  }

  private static String upTo(String value, String mark) {
    int at = value.indexOf(mark);
    return (at < 0 ? value : value.substring(0, at)).strip();
  }

  /** {@code op_type="OneHot" op_name="one_hot"}; the whole value when it names none. */
  private static String opName(String value) {
    int from = value.indexOf(OP_NAME);
    return from < 0 ? value : upTo(value.substring(from + OP_NAME.length()), "\"");
  }

  Interval interval(LogPosition at) {
    String name = (label + ' ' + shape).strip();
    // What a report of buffer assignment lists beside parameters may be temporary or a result.
    String known = type.isEmpty() ? "value" : XlaReportParts.bufferClass(type);
    return interval(
        OpNameLimiter.cut(name.isEmpty() ? "buffer " + number : name),
        op,
        known,
        bytes,
        unpadded,
        at);
  }

  /** Where it lies is unknown. */
  static Interval interval(
      String name, String op, String bufferClass, long bytes, long unpadded, LogPosition at) {
    return new Interval(
        at,
        "",
        "",
        new PlannedBuffer(name, op, bufferClass),
        Lifetime.of(0, 0),
        Extent.stated(-1, bytes, unpadded),
        true);
  }

  void write(PartWriter out) {
    out.number(number).number(bytes).number(unpadded);
    out.text(label).text(shape).text(op).text(type);
  }

  static XlaReportBuffer read(PartReader in) {
    XlaReportBuffer buffer = new XlaReportBuffer(in.count(), in.number());
    buffer.unpadded = in.number();
    buffer.label = in.word();
    buffer.shape = in.word();
    buffer.op = in.word();
    buffer.type = in.word();
    return buffer;
  }
}
