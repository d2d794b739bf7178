package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.sink.figure.BoardMeter;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Samples by series, sorted by meter and head. A log may hold any number of runs, and each has its
 * own series. Beyond {@link #MOST_HELD} series, sorted segments go to the spool and are merged at
 * the end.
 */
final class SortedSeries {

  /** Series on the heap. */
  static final int MOST_HELD = 8_192;

  private final SampleSpool spool;
  private final int most;
  private final Map<Owned, SampleLine> held = new HashMap<>();
  private final List<Long> segments = new ArrayList<>();
  private final Set<Integer> discarded = new HashSet<>();
  private int log;

  /**
   * The place of a series in the file.
   *
   * @param head the name and the labels
   */
  record Place(BoardMeter meter, String head) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byMeter = meter.compareTo(other.meter);
      return byMeter == 0 ? head.compareTo(other.head) : byMeter;
    }
  }

  /**
   * A place within one log, so that discarding a log leaves another log's samples of the same
   * place.
   */
  private record Owned(Place place, int log) implements Comparable<Owned> {
    @Override
    public int compareTo(Owned other) {
      int byPlace = place.compareTo(other.place);
      return byPlace == 0 ? Integer.compare(log, other.log) : byPlace;
    }
  }

  private record Held(int log, SampleLine line) {}

  SortedSeries(SampleSpool spool, int most) {
    this.spool = spool;
    this.most = most;
  }

  /** The following samples belong to another log. */
  void begin() {
    log++;
  }

  /** Drops the samples of the current log. */
  void discard() {
    discarded.add(log);
    log++;
  }

  void add(Place place, long millis, double value) throws IOException {
    Owned owned = new Owned(place, log);
    SampleLine line = held.get(owned);
    if (line == null) {
      if (held.size() >= most) {
        seal();
      }
      line = new SampleLine(spool);
      held.put(owned, line);
    }
    line.add(millis, value);
  }

  private void seal() throws IOException {
    long begin = spool.end();
    try (DataOutputStream out = spool.writer()) {
      out.writeInt(held.size());
      for (Map.Entry<Owned, SampleLine> series : new TreeMap<>(held).entrySet()) {
        Place place = series.getKey().place();
        byte[] head = place.head().getBytes(UTF_8);
        out.writeUTF(place.meter().name());
        out.writeInt(head.length);
        out.write(head);
        out.writeInt(series.getKey().log());
        series.getValue().write(out);
      }
    }
    held.clear();
    segments.add(begin);
  }

  /** Receives series in their order; one may come in several parts, one after the other. */
  interface Receiver {
    void accept(Place place, SampleLine line) throws IOException;
  }

  /** Hands over all series; nothing may be added afterwards. */
  void each(Receiver receiver) throws IOException {
    seal();
    PriorityQueue<Segment> merged = new PriorityQueue<>();
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = new Segment(i, spool.reader(segments.get(i)));
      if (segment.advance()) {
        merged.add(segment);
      }
    }
    for (Segment next = merged.poll(); next != null; next = merged.poll()) {
      if (!discarded.contains(next.series().log())) {
        receiver.accept(next.place(), next.series().line());
      }
      if (next.advance()) {
        merged.add(next);
      }
    }
  }

  /** A sorted segment, and its next series. */
  private final class Segment implements Comparable<Segment> {

    private final int number;
    private final DataInputStream in;
    private int left;
    private @Nullable Place place;
    private @Nullable Held series;

    Segment(int number, DataInputStream in) throws IOException {
      this.number = number;
      this.in = in;
      this.left = in.readInt();
    }

    boolean advance() throws IOException {
      if (left-- == 0) {
        return false;
      }
      BoardMeter meter = BoardMeter.valueOf(in.readUTF());
      place = new Place(meter, new String(in.readNBytes(in.readInt()), UTF_8));
      series = new Held(in.readInt(), SampleLine.read(spool, in));
      return true;
    }

    Place place() {
      return Objects.requireNonNull(place);
    }

    Held series() {
      return Objects.requireNonNull(series);
    }

    @Override
    public int compareTo(Segment other) {
      int byPlace = place().compareTo(other.place());
      return byPlace == 0 ? Integer.compare(number, other.number) : byPlace;
    }
  }
}
