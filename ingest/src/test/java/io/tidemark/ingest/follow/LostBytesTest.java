package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.rotation.Appearances;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes that are lost are sent only after a position that fits no file is stored. */
class LostBytesTest {

  @TempDir Path folder;

  /** Acknowledges slices in each turn, and positions while they are stored. */
  private static final class SlowPositions implements Outlet {
    private final List<Slice> sent = new ArrayList<>();
    private final List<Position> positions = new ArrayList<>();
    private final Deque<Runnable> slices = new ArrayDeque<>();
    private final Deque<Runnable> kept = new ArrayDeque<>();
    private boolean storing = true;
    private boolean room = true;

    @Override
    public boolean hasRoom() {
      return room;
    }

    @Override
    public void send(String source, Slice slice, Runnable acknowledged) {
      sent.add(slice);
      slices.add(acknowledged);
    }

    @Override
    public void keep(String generation, Position position, Runnable acknowledged) {
      positions.add(position);
      kept.add(acknowledged);
    }

    @Override
    public void forget(String source, String generation) {}

    @Override
    public int settle() {
      int settled = slices.size() + (storing ? kept.size() : 0);
      drain(slices);
      if (storing) {
        drain(kept);
      }
      return settled;
    }

    private static void drain(Deque<Runnable> all) {
      while (!all.isEmpty()) {
        all.remove().run();
      }
    }

    @Override
    public boolean idle() {
      return slices.isEmpty() && kept.isEmpty();
    }
  }

  @Test
  void lostBytesAreSentOnlyAfterAPositionThatFitsNoFileIsStored() throws IOException {
    // So long that its prints need not be stored ahead of its slices any more.
    Path log = Files.writeString(folder.resolve("a.log"), "one line\n".repeat(1000));
    SlowPositions outlet = new SlowPositions();
    SteppedClock clock = new SteppedClock();
    try (Tailer tailer = tailer(log, outlet, clock)) {
      rounds(tailer, clock);
      assertThat(outlet.sent).hasSize(1);

      outlet.room = false;
      Files.writeString(log, "two\n", StandardOpenOption.APPEND);
      rounds(tailer, clock);
      outlet.storing = false;
      Files.writeString(log, "");
      rounds(tailer, clock);
      outlet.room = true;
      rounds(tailer, clock);
      assertThat(outlet.sent).noneMatch(Slice::isLost);
      assertThat(outlet.positions).anyMatch(position -> isLost(position) && !position.ended());

      outlet.storing = true;
      rounds(tailer, clock);
      assertThat(outlet.sent).filteredOn(Slice::isLost).hasSize(1);
    }
  }

  private static boolean isLost(Position position) {
    return position.marker().equals(Fingerprint.LOST);
  }

  /** Longer than a copy is searched for. */
  private static void rounds(Tailer tailer, SteppedClock clock) {
    for (int i = 0; i < 20; i++) {
      clock.steady += 100;
      tailer.doWork();
    }
  }

  private static Tailer tailer(Path log, Outlet outlet, SteppedClock clock) {
    Setup setup =
        new Setup(
            Finder.of(List.of(log.toString()), false),
            false,
            false,
            new ByteArrayInputStream(new byte[0]),
            RotationPolicy.DEFAULT,
            SourceNaming.PLAIN,
            Appearances.none());
    return new Tailer(setup, Map.of(), outlet, new Alone(), clock);
  }
}
