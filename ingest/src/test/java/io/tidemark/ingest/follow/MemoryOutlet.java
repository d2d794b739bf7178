package io.tidemark.ingest.follow;

import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A broker in memory. It keeps the order of each source and of the positions, and acknowledges
 * late. When the tailer dies, it has received at most a prefix of the records in flight.
 */
final class MemoryOutlet implements Outlet {

  record Arrived(String source, Slice slice) {}

  private record OnItsWay(Runnable arrival, Runnable acknowledged) {}

  final List<Arrived> slices;

  /** Number of whole rounds. */
  long settles;

  /** Slices that stand for a silence, apart: they hold no line. */
  final List<Arrived> rests = new ArrayList<>();

  final Map<String, Position> positions;

  /** Since when the entries of the lists are followed. */
  final Map<String, Position> entries;

  private static final String OWNERS = "owners";

  private final Map<String, Deque<OnItsWay>> ways = new LinkedHashMap<>();
  private final Random random;
  private final int mostAcknowledgedAtOnce;
  private boolean away;

  private MemoryOutlet(
      Random random,
      int most,
      List<Arrived> slices,
      Map<String, Position> positions,
      Map<String, Position> entries) {
    this.entries = entries;
    this.random = random;
    this.mostAcknowledgedAtOnce = most;
    this.slices = slices;
    this.positions = positions;
  }

  /**
   * Acknowledges in each turn 0 to {@code most} of the records in flight to each topic and source.
   */
  MemoryOutlet(Random random, int most) {
    this(random, most, new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** An outlet of another tailer to the same broker. */
  MemoryOutlet beside() {
    return new MemoryOutlet(random, mostAcknowledgedAtOnce, slices, positions, entries);
  }

  static MemoryOutlet prompt() {
    return new MemoryOutlet(new Random(0), Integer.MAX_VALUE);
  }

  /** Makes the broker unavailable: nothing arrives or is acknowledged. */
  void away() {
    away = true;
  }

  void back() {
    away = false;
  }

  boolean isAway() {
    return away;
  }

  void sendOwner(Runnable arrival) {
    way(OWNERS).add(new OnItsWay(arrival, () -> {}));
  }

  /** A poll returns the records that have come so far, possibly none. */
  int mostReadNow() {
    return away ? 0 : random.nextInt(4);
  }

  /** Delivers records of owners, which may be sent while no others may. */
  void arriveOwners() {
    settle(way(OWNERS));
  }

  @Override
  public boolean hasRoom() {
    return inFlight() < 8;
  }

  private int inFlight() {
    return ways.entrySet().stream()
        .filter(way -> !way.getKey().equals(OWNERS))
        .mapToInt(way -> way.getValue().size())
        .sum();
  }

  @Override
  public boolean idle() {
    return inFlight() == 0;
  }

  @Override
  public void send(String source, Slice slice, Runnable acknowledged) {
    List<Arrived> those = slice.isRest() ? rests : slices;
    Runnable arrival = () -> those.add(new Arrived(source, slice));
    way("lines " + source).add(new OnItsWay(arrival, acknowledged));
  }

  @Override
  public void keep(String generation, Position position, Runnable acknowledged) {
    // Kept apart from the positions of files, which tests count.
    boolean ofFile = position.lineage().home() != null || position.lineage().number() > 0;
    Runnable arrival = () -> (ofFile ? positions : entries).put(generation, position);
    way("positions").add(new OnItsWay(arrival, acknowledged));
  }

  @Override
  public void forget(String source, String generation) {
    way("positions").add(new OnItsWay(() -> positions.remove(generation), () -> {}));
  }

  private Deque<OnItsWay> way(String name) {
    return ways.computeIfAbsent(name, n -> new ArrayDeque<>());
  }

  @Override
  public int settle() {
    settles++;
    int settled = 0;
    for (Deque<OnItsWay> way : List.copyOf(ways.values())) {
      settled += settle(way);
    }
    return settled;
  }

  private int settle(Deque<OnItsWay> way) {
    int most =
        mostAcknowledgedAtOnce == Integer.MAX_VALUE
            ? way.size()
            : random.nextInt(mostAcknowledgedAtOnce + 1);
    int settled = 0;
    while (!away && settled < most && !way.isEmpty()) {
      OnItsWay next = way.remove();
      next.arrival().run();
      next.acknowledged().run();
      settled++;
    }
    return settled;
  }

  /** The tailer dies: some records in flight arrive, without an acknowledgement. */
  void crash() {
    for (Deque<OnItsWay> way : ways.values()) {
      int arriving = away ? 0 : random.nextInt(way.size() + 1);
      way.stream().limit(arriving).forEach(on -> on.arrival().run());
      way.clear();
    }
  }
}
