package io.tidemark.sink.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.sink.figure.BoardMeter;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Samples in the order of their series, and of each series in the order they were added. Memory
 * holds a bounded part of them. Beyond it, sorted segments go to a temporary file and are merged at
 * the end.
 */
final class SortedSamples implements AutoCloseable {

  /** Weight of the samples on the heap, about 16 MB. */
  static final int MOST_HELD = 400_000;

  /** A series weighs as much as this many samples, since a log may hold any number of runs. */
  private static final int SERIES_WEIGHT = 32;

  private static final int READ_BYTES = 4_096;

  private final FileChannel file;
  private final int mostHeld;
  private final TreeMap<Place, List<Sample>> held = new TreeMap<>();
  private final List<Long> segments = new ArrayList<>();
  private final Set<Integer> discarded = new HashSet<>();
  private int weight;
  private int log;

  /**
   * The place of a series in the order.
   *
   * @param head the name and the labels
   */
  record Place(BoardMeter meter, String head) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::meter).thenComparing(Place::head);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /** A sample of one log: discarding a log leaves another log's samples of the same series. */
  private record Sample(int log, long millis, double value) {}

  /** Creates the temporary file in {@code folder}, which also has room for the result. */
  SortedSamples(Path folder, int mostHeld) throws IOException {
    this.mostHeld = mostHeld;
    this.file =
        FileChannel.open(
            Files.createTempFile(folder, "tidemark-", ".samples"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** The following samples belong to another log. */
  void begin() {
    log++;
  }

  void discard() {
    discarded.add(log);
    log++;
  }

  void add(Place place, long millis, double value) throws IOException {
    List<Sample> series = held.get(place);
    if (series == null) {
      series = new ArrayList<>(4);
      held.put(place, series);
      weight += SERIES_WEIGHT;
    }
    series.add(new Sample(log, millis, value));
    weight++;
    if (weight >= mostHeld) {
      seal();
    }
  }

  private void seal() throws IOException {
    segments.add(file.position());
    // Not closed: that would close the file.
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(file), 1 << 16));
    out.writeInt(held.size());
    for (Map.Entry<Place, List<Sample>> series : held.entrySet()) {
      byte[] head = series.getKey().head().getBytes(UTF_8);
      out.writeUTF(series.getKey().meter().name());
      out.writeInt(head.length);
      out.write(head);
      out.writeInt(series.getValue().size());
      for (Sample sample : series.getValue()) {
        out.writeInt(sample.log());
        out.writeLong(sample.millis());
        out.writeDouble(sample.value());
      }
    }
    out.flush();
    held.clear();
    weight = 0;
  }

  interface Receiver {
    void accept(Place place, long millis, double value) throws IOException;
  }

  /** Hands over all samples; nothing may be added afterwards. */
  void each(Receiver receiver) throws IOException {
    seal();
    PriorityQueue<Segment> merged =
        new PriorityQueue<>(
            Comparator.comparing((Segment next) -> next.place)
                .thenComparingInt(next -> next.number));
    for (int number = 0; number < segments.size(); number++) {
      DataInputStream in = reader(segments.get(number));
      int series = in.readInt();
      if (series > 0) {
        merged.add(new Segment(number, in, series));
      }
    }
    for (Segment next = merged.poll(); next != null; next = merged.poll()) {
      if (next.pass(receiver)) {
        merged.add(next);
      }
    }
  }

  /** A sorted segment at its next series. */
  private final class Segment {

    private final int number;
    private final DataInputStream in;
    private int left;
    private Place place;

    Segment(int number, DataInputStream in, int left) throws IOException {
      this.number = number;
      this.in = in;
      this.left = left;
      this.place = nextPlace(in);
    }

    /** Hands over the samples of the series; returns whether there is a further one. */
    boolean pass(Receiver receiver) throws IOException {
      for (int samples = in.readInt(); samples > 0; samples--) {
        boolean dropped = discarded.contains(in.readInt());
        long millis = in.readLong();
        double value = in.readDouble();
        if (!dropped) {
          receiver.accept(place, millis, value);
        }
      }
      left--;
      if (left > 0) {
        place = nextPlace(in);
      }
      return left > 0;
    }
  }

  private static Place nextPlace(DataInputStream in) throws IOException {
    BoardMeter meter = BoardMeter.valueOf(in.readUTF());
    return new Place(meter, new String(in.readNBytes(in.readInt()), UTF_8));
  }

  /** Reads from this offset on; segments are read side by side. */
  private DataInputStream reader(long from) {
    InputStream in =
        new InputStream() {
          private long at = from;

          @Override
          public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = file.read(ByteBuffer.wrap(bytes, offset, length), at);
            at += Math.max(0, read);
            return read;
          }
        };
    return new DataInputStream(new BufferedInputStream(in, READ_BYTES));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
