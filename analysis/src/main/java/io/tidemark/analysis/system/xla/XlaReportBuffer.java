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
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One of a report's largest buffers, filled while its lines arrive. */
@Stored
final class XlaReportBuffer {

  private static final Pattern OP_NAME = Pattern.compile("op_name=\"([^\"]*)");
  private static final Pattern SOURCE =
      Pattern.compile("source_file=\"(?:[^\"]*/)?([^\"/]+)\" source_line=(\\d+)");

  /** Limit of a size: no memory is larger, and a list of such sizes does not overflow. */
  static final long MOST = 1L << 50;

  private long number;
  private long bytes = -1;
  private long unpadded = -1;

  /** Texts by name of their key. */
  private final Map<String, String> keys = new TreeMap<>();

  XlaReportBuffer() {}

  XlaReportBuffer(XlaLine line) {
    number = line.figure("number");
    bytes = Math.min(line.bytes(), MOST);
  }

  /** Size in bytes; −1 while unknown. */
  long bytes() {
    return bytes;
  }

  /** Its rank among the largest ones, from 1. */
  long number() {
    return number;
  }

  /** Name of its op; {@code null} if it states none. */
  @Nullable String op() {
    return key("op").isEmpty() ? null : opName();
  }

  void apply(XlaLine key) {
    switch (key.name()) {
      case "size" -> bytes = Math.min(key.bytes(), MOST);
      case "unpadded" -> unpadded = Math.min(key.bytes(), MOST);
      default -> keys.put(key.name(), PageTexts.limited(key.word("value").strip()));
    }
  }

  private String key(String name) {
    return keys.getOrDefault(name, "");
  }

  private String shape() {
    return keys.getOrDefault("parameter", key("shape"));
  }

  /** File and line of its operation in the user's program; empty if it states none. */
  private String source() {
    Matcher place = SOURCE.matcher(key("op"));
    return place.find() ? OpNameLimiter.cut(place.group(1) + ":" + place.group(2)) : "";
  }

  /** The name in {@code op_type="OneHot" op_name="one_hot"}; the whole text without one. */
  private String opName() {
    Matcher name = OP_NAME.matcher(key("op"));
    return name.find() ? name.group(1).strip() : key("op");
  }

  /** The buffer as a tensor; {@code null} if it states no shape of one. */
  @Nullable FailedTensor tensor() {
    String op = OpNameLimiter.cut(opName());
    String source = source();
    String place = source.isEmpty() ? op : op.isEmpty() ? source : source + " (" + op + ")";
    return XlaContents.tensor(shape(), bytes, place);
  }

  /**
   * Creates the interval of the buffer.
   *
   * @param untyped class of a buffer that states no type
   */
  Interval interval(String untyped, LogPosition at) {
    boolean parameter = keys.containsKey("parameter");
    String type = parameter ? "arguments" : OpNameLimiter.cut(key("type"));
    String label =
        parameter ? "parameter" : key("label").replaceFirst(" = .*", "").replaceFirst("^%", "");
    String printed = shape();
    String source = source();
    String name =
        OpNameLimiter.cut(key("tag"))
            + ' '
            + OpNameLimiter.cut(label.strip())
            + ' '
            + OpNameLimiter.cut(printed.replaceFirst("\\{.*", "").strip())
            + (source.isEmpty() ? "" : " at " + source);
    PlannedBuffer described =
        new PlannedBuffer(
            PageTexts.limited(name.isBlank() ? "buffer " + number : name.strip()),
            OpNameLimiter.cut(opName()),
            type.isEmpty() ? untyped : XlaReportParts.bufferClass(type),
            XlaContents.of(printed.isEmpty() ? null : printed, null, null, op()));
    return interval(described, bytes, unpadded, at);
  }

  /** Creates an interval with an unknown address. */
  static Interval interval(PlannedBuffer described, long bytes, long unpadded, LogPosition at) {
    return new Interval(
        at, "", "", described, Lifetime.of(0, 0), Extent.stated(-1, bytes, unpadded), true);
  }
}
