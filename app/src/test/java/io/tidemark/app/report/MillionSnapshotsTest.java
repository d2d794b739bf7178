package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.page.ReportPage;
import io.tidemark.sink.snapshot.RunSnapshots;
import io.tidemark.sink.snapshot.SnapshotRows;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A page with a million snapshots must be small, and show the highest one. */
@Tag("slow")
class MillionSnapshotsTest {

  private static final int SNAPSHOTS = 1_000_000;
  private static final int PEAK_AT = 765_432;
  private static final RunId RUN = new RunId("a.log", 1);

  /** Size of the page without its documents: its library and modules. */
  private static final int PAGE_BYTES = 1_600_000;

  private final Random random = new Random(1);

  private MemoryEvent.Snapshot snapshot(int n) {
    List<MemoryView> memories =
        Stream.of("DRAM", "L1", "L1_SMALL", "TRACE")
            .map(
                name ->
                    new MemoryView(name, 12, 1L << 34, used(n), 0, (long) random.nextInt(1 << 30)))
            .toList();
    Op op = new Op("Op" + random.nextInt(200), "model.py:" + random.nextInt(2_000), null);
    return new MemoryEvent.Snapshot(new LogPosition(n, 1_000L * n), "0", op, null, memories);
  }

  /** A board with only that run. */
  private static BoardSnapshot board() {
    BoardBuilder board = new BoardBuilder();
    board.applyRun(
        RUN,
        new RunStatus(
            new RunSource("g", 1, "box-1"),
            new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(SNAPSHOTS, 0, 0, 0, 0), 0, 0),
            new RunTracking(SNAPSHOTS, false, null),
            RunFailures.NONE,
            null,
            new RunTime(0, 1L)));
    return board.snapshot();
  }

  private long used(int n) {
    return n == PEAK_AT ? 1L << 34 : 12L * random.nextInt(1 << 29);
  }

  @Test
  void theDocumentsOfAMillionSnapshotsKeepThePageBelowFiveMegabytes() throws Exception {
    RunSnapshots snapshots = new RunSnapshots();
    for (int n = 0; n < SNAPSHOTS; n++) {
      snapshots.add(RUN, snapshot(n));
    }

    SnapshotRows rows = snapshots.of(RUN).get(0).rows();
    assertThat(rows.inAll()).isEqualTo(SNAPSHOTS);
    assertThat(rows.buckets()).hasSizeBetween(10_000, 32_768);
    assertThat(rows.buckets())
        .filteredOn(bucket -> bucket.highest().n() == PEAK_AT)
        .singleElement()
        .satisfies(bucket -> assertThat(bucket.highest().usedBytes()).isEqualTo(1L << 34));
    int packed = ReportPage.documents(board(), snapshots, Map.of()).length;
    assertThat(packed * 4 / 3 + PAGE_BYTES).isLessThan(5_000_000);
  }
}
