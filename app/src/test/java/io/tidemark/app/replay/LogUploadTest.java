package io.tidemark.app.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.replay.LogUpload.WallClock;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the upload of a log of two minutes, with a clock that advances only when waited for. */
class LogUploadTest {

  private static final long NOW = 1_800_000_000_000L;
  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");
  private static final int LINES = 121;

  @TempDir Path folder;
  private final Broker broker = new Broker();
  private final Hand hand = new Hand();
  private Path file = Path.of("");

  /** Accepts at most {@code room} slices before the next {@link #settle}. */
  private static final class Broker implements Outlet {
    private final List<Slice> slices = new ArrayList<>();
    private final List<Slice> rests = new ArrayList<>();
    private final List<Long> sentMillis = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();
    private final Deque<Runnable> acknowledged = new ArrayDeque<>();
    private Hand hand = new Hand();
    private int room = Integer.MAX_VALUE;

    @Override
    public boolean hasRoom() {
      return acknowledged.size() < room;
    }

    @Override
    public void send(String source, Slice slice, Runnable done) {
      assertThat(hasRoom()).isTrue();
      if (slice.isRest()) {
        rests.add(slice);
        acknowledged.add(done);
        return;
      }
      sources.add(source);
      slices.add(slice);
      sentMillis.add(hand.millis);
      acknowledged.add(done);
    }

    @Override
    public void forget(String source, String generation) {}

    @Override
    public void keep(String generation, Position position, Runnable done) {
      throw new AssertionError("a log at rest has no position to keep");
    }

    @Override
    public int settle() {
      int settled = acknowledged.size();
      acknowledged.forEach(Runnable::run);
      acknowledged.clear();
      return settled;
    }

    @Override
    public boolean idle() {
      return acknowledged.isEmpty();
    }

    byte[] bytes() {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      slices.forEach(slice -> all.writeBytes(slice.bytes()));
      return all.toByteArray();
    }
  }

  private static final class Hand implements WallClock {
    private long millis = NOW;
    private long stopMillis = Long.MAX_VALUE;

    @Override
    public long millis() {
      return millis;
    }

    @Override
    public boolean await(long untilMillis) {
      millis = Math.max(millis, untilMillis);
      return millis < stopMillis;
    }
  }

  /** Writes one dated line per second, and an undated one after each. */
  @BeforeEach
  void write() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < LINES; line++) {
      text.append(BEGIN.plusSeconds(line)).append(" step ").append(line).append('\n');
      text.append("  still of it\n");
    }
    file = Files.writeString(folder.resolve("two.log"), text.toString());
    broker.hand = hand;
  }

  private UploadStatus ship(ReplayPace pace) throws Exception {
    LogAtRest log = new LogAtRest("two.log", List.of(file), Settings.DEFAULT);
    return LogUpload.ship(
        log,
        "replay/two.log",
        new ReplayTimes(ZoneOffset.UTC, null),
        pace,
        new LogUpload.Sender(broker, hand, shipped -> {}));
  }

  @Test
  void atItsOwnTimesAndAsFastAsItGoesNothingIsWaitedFor() throws Exception {
    UploadStatus shipped = ship(new ReplayPace(ReplayPace.MAX, false));

    assertThat(shipped.whole()).isTrue();
    assertThat(shipped.acknowledged().lines()).isEqualTo(2L * LINES);
    assertThat(shipped.dates()).isEqualTo(LINES);
    assertThat(hand.millis).isLessThan(NOW + 1_000);
    assertThat(broker.bytes()).isEqualTo(Files.readAllBytes(file));
    assertThat(broker.sources).containsOnly("replay/two.log");
    assertThat(broker.slices.get(0).fromMillis()).isEqualTo(BEGIN.toEpochMilli());
    assertOneAfterTheOther();
  }

  @Test
  void retimedAtTwentyFoldTwoMinutesTakeSixSeconds() throws Exception {
    ship(new ReplayPace(20, true));

    assertThat(hand.millis - NOW).isBetween(6_000L, 6_300L);
    assertThat(broker.rests).singleElement().extracting(Slice::offset).isEqualTo(Files.size(file));
    assertThat(broker.bytes()).isEqualTo(Files.readAllBytes(file));
    assertOneAfterTheOther();
    for (int i = 0; i < broker.slices.size(); i++) {
      Slice slice = broker.slices.get(i);
      long sent = broker.sentMillis.get(i);
      assertThat(sent - slice.toMillis()).isBetween(0L, 10L);
      assertThat(slice.toMillis() - slice.fromMillis()).isLessThan(300);
      String first = new String(slice.bytes(), UTF_8).lines().findFirst().orElseThrow();
      if (first.startsWith("2026")) {
        long own = Instant.parse(first.split(" ", 2)[0]).toEpochMilli() - BEGIN.toEpochMilli();
        assertThat(slice.fromMillis() - NOW).isBetween(own / 20 - 1, own / 20 + 1);
      }
    }
  }

  @Test
  void pacedButNotRetimedTheTimesStayTheLogsOwn() throws Exception {
    ship(new ReplayPace(120, false));

    assertThat(hand.millis - NOW).isBetween(1_000L, 1_300L);
    assertThat(broker.slices.get(0).fromMillis()).isEqualTo(BEGIN.toEpochMilli());
    Slice last = broker.slices.get(broker.slices.size() - 1);
    assertThat(last.toMillis()).isGreaterThanOrEqualTo(BEGIN.plusSeconds(LINES - 1).toEpochMilli());
  }

  @Test
  void retimedAsFastAsItGoesEachSliceIsOfTheMomentItIsSent() throws Exception {
    broker.room = 1;
    ship(new ReplayPace(ReplayPace.MAX, true));

    assertOneAfterTheOther();
    for (int i = 0; i < broker.slices.size(); i++) {
      assertThat(broker.slices.get(i).toMillis()).isEqualTo(broker.sentMillis.get(i));
    }
  }

  @Test
  void aFullBrokerIsWaitedForAndNothingIsLeftOut() throws Exception {
    broker.room = 1;

    assertThat(ship(new ReplayPace(ReplayPace.MAX, false)).whole()).isTrue();
    assertThat(broker.bytes()).isEqualTo(Files.readAllBytes(file));
  }

  @Test
  void aStoppedReplaySaysHowFarItCameAndTheNextIsTheSameGeneration() throws Exception {
    hand.stopMillis = NOW + 3_000;
    UploadStatus stopped = ship(new ReplayPace(20, true));
    assertThat(stopped.whole()).isFalse();
    assertThat(stopped.line())
        .contains("stopped at byte " + stopped.acknowledged().bytes() + " of ");
    assertThat(stopped.acknowledged().bytes()).isEqualTo(broker.bytes().length).isPositive();
    String generation = broker.slices.get(0).generation();

    hand.stopMillis = Long.MAX_VALUE;
    broker.slices.clear();
    assertThat(ship(new ReplayPace(20, true)).whole()).isTrue();
    assertThat(broker.slices).allMatch(slice -> slice.generation().equals(generation));

    Files.writeString(file, Files.readString(file).replace("step 7\n", "step 8\n"));
    broker.slices.clear();
    ship(new ReplayPace(ReplayPace.MAX, false));
    assertThat(broker.slices).noneMatch(slice -> slice.generation().equals(generation));
  }

  @Test
  void theLastLineStatesLinesBytesAndTime() {
    assertThat(status(20, 10_000_000, 4_000, 0, 3).line())
        .isEqualTo("a.log: 20 lines, 10.0 MB in 4.0 s, times by 3 dates");
  }

  /** The status of a log of ten megabytes. */
  private static UploadStatus status(
      long lines, long bytes, long millis, long leftMillis, int dates) {
    UploadStatus.Acknowledged acknowledged = new UploadStatus.Acknowledged(lines, bytes);
    return new UploadStatus("a.log", "g", acknowledged, 10_000_000, millis, leftMillis, dates);
  }

  private void assertOneAfterTheOther() {
    long end = 0;
    long millis = 0;
    for (Slice slice : broker.slices) {
      assertThat(slice.offset()).isEqualTo(end);
      assertThat(slice.fromMillis()).isGreaterThanOrEqualTo(millis);
      end = slice.end();
      millis = slice.toMillis();
    }
    assertThat(end).isEqualTo(file.toFile().length());
  }
}
