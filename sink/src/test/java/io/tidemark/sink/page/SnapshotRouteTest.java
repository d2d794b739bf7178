package io.tidemark.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.SnapshotPoint;
import io.tidemark.sink.snapshot.SnapshotRange;
import io.tidemark.sink.snapshot.SnapshotRange.Axis;
import io.tidemark.sink.snapshot.SnapshotRows;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SnapshotRouteTest {

  private static final String DRAM = "/api/v1/snapshots?run=june.log%231&device=0&memory=DRAM";

  private final BoardSnapshot snapshot = Made.board().snapshot();
  private final AtomicReference<SnapshotRange> asked = new AtomicReference<>();
  private final AtomicInteger readings = new AtomicInteger();
  private volatile boolean marked;
  private volatile boolean partial;
  private volatile boolean lost;
  private volatile long written;
  private final WebServer server =
      PageServer.start(
          new PageServer.Shown(
              () -> snapshot,
              Optional::empty,
              Optional::empty,
              new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
              this::read),
          new Listen("127.0.0.1", 0));
  private final PageClient client = new PageClient(server.port());

  private SnapshotRows read(SnapshotRange range) {
    asked.set(range);
    readings.incrementAndGet();
    SnapshotRows rows = new SnapshotRows(range.axis(), range.most());
    if (marked) {
      rows.marks()
          .add(
              0,
              new MemoryEvent.Snapshot(
                  new LogPosition(0, 5_000),
                  "0",
                  new Op("AddOp", null, "<main>"),
                  null,
                  List.of()));
    }
    rows.add(new SnapshotPoint(0, 5_000, 100, 7L, "<b>", "a.py:1"));
    rows.add(new SnapshotPoint(1, 5_001, 300, null, null, null));
    rows.add(new SnapshotPoint(2, 5_002, 200, 9L, "AddOp", null));
    if (written > 0) {
      rows.end(written);
    }
    if (lost) {
      rows.lost("the topic has dropped its beginning");
    }
    if (partial) {
      SnapshotRows unread = new SnapshotRows(range.axis(), range.most());
      unread.partial("a reading is bounded");
      return unread;
    }
    return rows;
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void singleSnapshotsAreRowsWithoutWhatIsUnknown() {
    assertThat(client.get(DRAM).body())
        .isEqualTo(
            "{\"inAll\":3,\"rows\":[{\"n\":0,\"timeMillis\":5000,\"usedBytes\":100,"
                + "\"largestFreeBytes\":7,\"op\":\"\\u003cb>\",\"location\":\"a.py:1\"},"
                + "{\"n\":1,\"timeMillis\":5001,\"usedBytes\":300},"
                + "{\"n\":2,\"timeMillis\":5002,\"usedBytes\":200,\"largestFreeBytes\":9,"
                + "\"op\":\"AddOp\"}]}");
  }

  @Test
  void moreThanMostAreColumns() {
    assertThat(client.get(DRAM + "&most=2").body())
        .isEqualTo(
            "{\"inAll\":3,\"from\":0,\"width\":2,\"at\":[0,1],\"leastBytes\":[100,200],"
                + "\"mostBytes\":[300,200],\"mostAt\":[1,2],\"largestFreeBytes\":[null,9],"
                + "\"ops\":[null,\"AddOp\"]}");
  }

  @Test
  void programsThatBeginAreMarked() {
    marked = true;

    assertThat(client.get(DRAM).body())
        .endsWith(
            ",\"marks\":{\"submission\":{\"inAll\":1,\"n\":[0],\"timeMillis\":[5000],"
                + "\"programs\":[\"\\u003cmain>\"]}}}");
  }

  @ParameterizedTest
  @CsvSource({"9,DRAM", "0,SRAM", "'',DRAM"})
  void aMemoryThatTheRunDoesNotHaveIsNotLookedFor(String device, String memory) {
    String path = "/api/v1/snapshots?run=june.log%231&device=" + device + "&memory=" + memory;

    assertThat(client.get(path).statusCode()).isEqualTo(404);
    assertThat(client.get(path).body()).contains("'" + device + "'", "'" + memory + "'");
    assertThat(readings).hasValue(0);
  }

  @Test
  void aRangeThatWasNotReadToItsEndIsReadOnWhenAskedAgain() {
    partial = true;
    assertThat(client.get(DRAM).body()).contains("\"partial\":");
    partial = false;

    assertThat(client.get(DRAM).body()).doesNotContain("\"partial\":");
    client.get(DRAM);
    int whole = readings.get();
    client.get(DRAM);
    assertThat(readings.get()).isEqualTo(whole);
  }

  @Test
  void aRangeOfWhichTheTopicHasDroppedSomeIsReadOnce() {
    lost = true;
    client.get(DRAM);
    int once = readings.get();

    assertThat(client.get(DRAM).body()).contains("\"partial\":\"the topic has dropped");

    assertThat(readings).hasValue(once);
  }

  @Test
  void aRangeWithADroppedBeginningWhoseEndIsOnItsWayIsReadOn() {
    lost = true;
    written = 3;
    client.get(DRAM);
    int once = readings.get();

    client.get(DRAM);

    assertThat(readings).hasValue(once + 1);
  }

  @Test
  void ofVeryManyUnfinishedRangesTheNewestIsReadOn() {
    partial = true;
    for (int most = 1; most <= SnapshotRoute.MOST_UNFINISHED + 1; most++) {
      client.get(DRAM + "&most=" + most);
    }
    int before = readings.get();

    client.get(DRAM + "&most=" + (SnapshotRoute.MOST_UNFINISHED + 1));

    assertThat(readings).hasValue(before + 1);
  }

  @Test
  void aBoardAheadOfTheEventsSaysThatSomeAreOnTheirWay() {
    written = 3;
    assertThat(client.get(DRAM).body())
        .endsWith(",\"partial\":\"snapshots from 3 on are being written\",\"written\":3}");

    written = Made.board().snapshot().board().usage().get(Made.DRAM).snapshots();
    assertThat(client.get(DRAM).body()).doesNotContain("\"partial\":");
  }

  @Test
  void theRangeIsTheOneAskedFor() {
    client.get(DRAM + "&by=time&from=1767225600000&until=1767225600009&most=5000");

    assertThat(asked.get())
        .isEqualTo(
            new SnapshotRange(Made.DRAM, Axis.TIME, 1_767_225_600_000L, 1_767_225_600_009L, 5_000));
  }

  @ParameterizedTest
  @CsvSource({
    "from=-1, from '-1': want a whole number from 0",
    "most=5001, most '5001': want a whole number from 0 to 5000",
    "by=op, by 'op': want number or time",
  })
  void aRangeThatCannotBeIsRefused(String parameter, String sentence) {
    HttpResponse<String> answer = client.get(DRAM + "&" + parameter);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).isEqualTo("{\"error\":\"" + sentence + "\"}");
  }

  @Test
  void snapshotsOfAnUnknownRunAreNotFound() {
    assertThat(client.get("/api/v1/snapshots?run=other%231").statusCode()).isEqualTo(404);
    assertThat(asked).hasNullValue();
  }

  @Test
  void rejectsOfTheRunsFileAreListed() {
    assertThat(client.get("/api/v1/rejects?run=june.log%231").body())
        .isEqualTo(
            "{\"inAll\":1,\"rows\":[{\"line\":1,\"column\":12,\"format\":\"tenstorrent\","
                + "\"reason\":\"no size after a bank\",\"text\":\"…\"}]}");
  }
}
