package io.tidemark.analysis.unwrap;

import io.tidemark.analysis.line.Logfmt;
import io.tidemark.analysis.line.WrapperSteps;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.log.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Unwraps lines, and keeps parts of incomplete lines. All parts of a source together are limited to
 * the length of one line. The rest is dropped, and the line counts as cut.
 */
@Stored
public final class Unwrapper {

  /** Limit of nested objects, above any real log. */
  private static final int MOST_LAYERS = 8;

  /** Limit of incomplete lines: writers times streams. */
  private static final int MOST_OPEN = 256;

  private final Map<String, PartialLine> open = new LinkedHashMap<>();

  /** The text within the layers read so far. */
  private static final class Layer {
    private byte[] bytes;
    private int start;
    private int end;
    private LineStart place;
    private boolean cut;
    private @Nullable Long millis;

    /** Number of passed part marks and objects: each layer may cut its text into parts. */
    private int depth;

    private Layer(byte[] bytes, int start, int end, LineStart place) {
      this.bytes = bytes;
      this.start = start;
      this.end = end;
      this.place = place;
    }

    private void enter(byte[] text) {
      bytes = text;
      start = 0;
      end = text.length > 0 && text[text.length - 1] == '\n' ? text.length - 1 : text.length;
    }
  }

  /**
   * Returns the text of the line {@code bytes[start, end)}; {@code null} for a part that is
   * continued.
   */
  public @Nullable Unwrapped unwrap(byte[] bytes, int start, int end, LineStart place) {
    Layer in = new Layer(bytes, start, end, place);
    Step step = Step.ON;
    for (int left = MOST_LAYERS; left > 0 && step == Step.ON; left--) {
      step = step(in);
    }
    return step == Step.KEPT
        ? null
        : new Unwrapped(in.bytes, in.start, in.end, in.place, in.cut, in.millis);
  }

  private enum Step {
    ON,
    KEPT,
    DONE
  }

  private Step step(Layer in) {
    WrapperSteps steps = new WrapperSteps(in.bytes, in.start, in.end);
    while (steps.next()) {
      in.depth += steps.mark().mayBePart() ? 1 : 0;
      String stream = steps.mark().name();
      LineStart place = within(in.place, steps.writer());
      if (steps.isPart()) {
        return keep(in, stream, place, steps.at());
      }
      if (steps.mark().mayBePart() && open.containsKey(key(in, place, stream))) {
        in.start = steps.at();
        return join(in, key(in, place, stream));
      }
    }
    int text = steps.at();
    boolean mayBe =
        text < in.end && (in.bytes[text] == '{' || Logfmt.mayBegin(in.bytes, text, in.end));
    Envelope envelope = mayBe ? Envelope.read(in.bytes, text, in.end) : null;
    return envelope == null ? Step.DONE : enter(in, envelope, within(in.place, steps.writer()));
  }

  private Step enter(Layer in, Envelope envelope, LineStart place) {
    in.millis = envelope.millis() == null ? in.millis : envelope.millis();
    in.place = place;
    in.depth++;
    in.enter(envelope.text().getBytes(StandardCharsets.UTF_8));
    if (envelope.part() == Envelope.Part.MORE_FOLLOWS) {
      return keep(in, envelope.stream(), place, 0);
    }
    String key = key(in, place, envelope.stream());
    return open.containsKey(key) ? join(in, key) : Step.ON;
  }

  private Step keep(Layer in, String stream, LineStart place, int from) {
    String key = key(in, place, stream);
    if (!open.containsKey(key) && open.size() == MOST_OPEN) {
      // Above the limit the part is read as a whole line.
      return Step.DONE;
    }
    add(open.computeIfAbsent(key, unknown -> new PartialLine(place)), in, from);
    return Step.KEPT;
  }

  private void add(PartialLine line, Layer in, int from) {
    int held = open.values().stream().collect(Collectors.summingInt(PartialLine::size));
    line.add(in.bytes, from, in.end, Slice.MAX_LINE_BYTES - held);
  }

  private Step join(Layer in, String key) {
    PartialLine line = open.get(key);
    if (line == null) {
      return Step.DONE;
    }
    add(line, in, in.start);
    open.remove(key);
    in.enter(line.text());
    in.place = line.place();
    in.cut |= line.cut();
    return Step.ON;
  }

  private static LineStart within(LineStart place, String writer) {
    return writer.isEmpty()
        ? place
        : new LineStart(
            WrapperSteps.within(place.writer(), writer), place.offset(), place.number());
  }

  private static String key(Layer in, LineStart place, String stream) {
    return in.depth + "\0" + place.writer() + '\0' + stream;
  }

  /** Number of lines that wait for their last part. */
  public int open() {
    return open.size();
  }

  /** Returns all incomplete lines as they are, in order of their start, and forgets them. */
  public List<Unwrapped> close() {
    List<Unwrapped> lines = new ArrayList<>();
    for (PartialLine line : open.values()) {
      byte[] text = line.text();
      lines.add(new Unwrapped(text, 0, text.length, line.place(), line.cut(), null));
    }
    open.clear();
    return lines;
  }

  /** A line that still waits for its last part. */
  @Stored
  private static final class PartialLine {

    private final LineStart place;
    private byte[] text = new byte[0];
    private long length;

    private PartialLine() {
      this(new LineStart("", 0, 0));
    }

    /**
     * @param place of its first part
     */
    PartialLine(LineStart place) {
      this.place = place;
    }

    /** Adds a part; bytes beyond {@code room} are dropped. */
    void add(byte[] bytes, int from, int to, int room) {
      int size = text.length;
      int more = Math.min(to - from, room);
      text = Arrays.copyOf(text, size + more);
      System.arraycopy(bytes, from, text, size, more);
      length += to - from;
    }

    LineStart place() {
      return place;
    }

    int size() {
      return text.length;
    }

    boolean cut() {
      return length > text.length;
    }

    byte[] text() {
      return text;
    }
  }
}
