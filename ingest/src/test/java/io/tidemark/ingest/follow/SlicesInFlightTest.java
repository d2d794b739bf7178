package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.rotation.Appearances;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.Slice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Megabytes are in flight at any time, so the tailer must not hold them in addition to the
 * producer.
 */
class SlicesInFlightTest {

  @TempDir Path folder;

  /** Acknowledges positions at once and slices never, without keeping the slices. */
  private static final class Compressing implements Outlet {
    private final List<WeakReference<byte[]>> sent = new ArrayList<>();
    private final List<Runnable> unacknowledged = new ArrayList<>();
    private final List<Runnable> kept = new ArrayList<>();

    @Override
    public boolean hasRoom() {
      return true;
    }

    @Override
    public void send(String source, Slice slice, Runnable acknowledged) {
      sent.add(new WeakReference<>(slice.bytes()));
      unacknowledged.add(acknowledged);
    }

    @Override
    public void keep(String generation, Position position, Runnable acknowledged) {
      kept.add(acknowledged);
    }

    @Override
    public void forget(String source, String generation) {}

    @Override
    public int settle() {
      List<Runnable> now = List.copyOf(kept);
      kept.clear();
      now.forEach(Runnable::run);
      return now.size();
    }

    @Override
    public boolean idle() {
      return false;
    }
  }

  @Test
  void theBytesOfASliceInFlightAreNotHeld() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), "one\ntwo\n");
    Compressing outlet = new Compressing();
    Tailer tailer = tailer(log, outlet);
    for (int i = 0; i < 10; i++) {
      tailer.doWork();
    }

    assertThat(outlet.sent).hasSize(1);
    for (int i = 0; i < 100 && outlet.sent.get(0).get() != null; i++) {
      System.gc();
    }
    assertThat(outlet.sent.get(0).get()).isNull();
    assertThat(tailer.counts().shipped()).isZero();
    outlet.unacknowledged.forEach(Runnable::run);
    assertThat(tailer.counts().shipped()).isEqualTo(2);
  }

  private static Tailer tailer(Path log, Outlet outlet) {
    Setup setup =
        new Setup(
            Finder.of(List.of(log.toString()), false),
            false,
            false,
            new ByteArrayInputStream(new byte[0]),
            RotationPolicy.DEFAULT,
            SourceNaming.PLAIN,
            Appearances.none());
    return new Tailer(setup, Map.of(), outlet, new Alone(), Time.SYSTEM);
  }
}
