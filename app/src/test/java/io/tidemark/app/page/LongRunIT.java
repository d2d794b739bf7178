package io.tidemark.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.browser.Browser;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.SnapshotPoint;
import io.tidemark.sink.snapshot.SnapshotRange;
import io.tidemark.sink.snapshot.SnapshotRows;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests the live page of a run with a million snapshots, which are read from a topic in parts. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LongRunIT {

  private static final long MIB = 1024 * 1024;
  private static final long BEGIN = 1_750_000_000_000L;
  private static final int SNAPSHOTS = 1_000_000;
  private static final int BUCKET = 4_096;
  private static final int BUCKETS = SNAPSHOTS / BUCKET;
  private static final RunId RUN = RunId.parse("long.log#1");
  private static final MemoryKey DRAM = new MemoryKey(RUN, "0", "DRAM");

  private static final Queue<SnapshotRange> asked = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger unread = new AtomicInteger();
  private static volatile CountDownLatch gate = new CountDownLatch(0);

  private static Browser browser;
  private static ShownLogs shown;

  @BeforeAll
  static void open() {
    browser = Browser.open();
    shown = ShownLogs.ofBoard(board(), LongRunIT::read);
  }

  @AfterAll
  static void close() {
    try (Browser opened = browser) {
      if (opened != null) {
        assertThat(opened.complaints()).isEmpty();
        shown.close();
      }
    }
  }

  @BeforeEach
  void drawTheRun() {
    browser.driver().get("about:blank");
    asked.clear();
    unread.set(0);
    gate = new CountDownLatch(0);
    browser.go(shown.at("run", Map.of("run", RUN.toString(), "memory", "DRAM", "device", "0")));
    browser.await("the chart", page -> chart().findElement(By.tagName("canvas")).isDisplayed());
  }

  private static SnapshotRows read(SnapshotRange range) {
    asked.add(range);
    SnapshotRows rows = new SnapshotRows(range.axis(), range.most());
    try {
      assertThat(gate.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (unread.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      rows.partial("read up to snapshot 7: a reading is bounded");
      return rows;
    }
    for (long n = range.from(); n < Math.min(range.until(), SNAPSHOTS); n++) {
      rows.add(new SnapshotPoint(n, BEGIN + n, n == 600_001 ? 9 * MIB : MIB, null, null, null));
    }
    return rows;
  }

  private static BoardSnapshot board() {
    RunStatus status =
        new RunStatus(
            new RunSource("g", 1, "box-1"),
            new ReadLines(List.of("tenstorrent"), new RunStatus.Lines(5, 0, 0, 0, 0), 0, 0),
            new RunTracking(SNAPSHOTS, false, null),
            RunFailures.NONE,
            null,
            new RunTime(BEGIN, null));
    LogPosition last = new LogPosition(1, BEGIN + SNAPSHOTS - 1);
    Peak peak = new Peak(9 * MIB, new Culprit("AddOp", null, null, null), false, last);
    MemoryUsage usage =
        new MemoryUsage(
            new MemoryView("DRAM", 1, 16 * MIB, 2 * MIB, 14 * MIB, null),
            SNAPSHOTS,
            new MemoryPeaks(peak, peak, 9 * MIB, 0, null),
            null,
            SubmissionUse.UNKNOWN,
            null,
            last);
    BoardBuilder board = new BoardBuilder();
    board.applyRun(RUN, status);
    board.applyUsage(DRAM, usage, 0);
    board.applyTimeline(DRAM, new MemoryTimeline(axis(0), axis(BEGIN), 1));
    return board.snapshot();
  }

  private static MemoryTimeline.Axis axis(long from) {
    List<Long> least = Stream.generate(() -> MIB).limit(BUCKETS).toList();
    List<Long> most =
        IntStream.range(0, BUCKETS).mapToObj(at -> at == 600_001 / BUCKET ? 9 * MIB : MIB).toList();
    return new MemoryTimeline.Axis(
        from, BUCKET, IntStream.range(0, BUCKETS).boxed().toList(), least, most, null);
  }

  private static WebElement chart() {
    return browser.driver().findElement(By.cssSelector("[data-chart=use]"));
  }

  private static int points() {
    return Integer.parseInt(String.valueOf(chart().getDomAttribute("data-points")));
  }

  private static String range() {
    return String.valueOf(chart().getDomAttribute("data-range"));
  }

  @Test
  void theWholeRunIsDrawnFromItsTimelineAndItsNewestUseWithoutTheTopic() {
    assertThat(points()).isEqualTo(BUCKETS + 1);
    assertThat(asked).isEmpty();
    chart().sendKeys(Keys.END);
    browser.await(
        "the newest snapshot",
        page -> page.text().replace('\u00a0', ' ').contains("snapshot 999,999: 2.00 MiB"));
  }

  @Test
  void aZoomAsksOnceForAtMostAThousandPointsAndIsDrawnBeforeTheyCome() {
    gate = new CountDownLatch(1);
    chart().sendKeys("+");
    String part = browser.await("a part of the run", page -> range());
    assertThat(points()).isBetween(BUCKETS / 2 - 1, BUCKETS / 2 + 1);
    assertThat(browser.text()).contains("reading single snapshots…");

    gate.countDown();
    browser.await("its points", page -> points() > BUCKETS);

    assertThat(points()).isLessThanOrEqualTo(1_000);
    assertThat(range()).isEqualTo(part);
    assertThat(asked).hasSize(1).allMatch(range -> range.most() == 1_000);
    assertThat(asked.element().until() - asked.element().from()).isLessThan(SNAPSHOTS / 2 + 2);
  }

  /** The highest is one snapshot among a million. */
  @Test
  void thePeakIsInThePartThatHoldsIt() {
    chart().sendKeys("+");
    browser.await("finer points", page -> points() > BUCKETS);

    Object highest =
        browser.run(
            """
            return import('/echarts.js').then(m => {
              const {series} = m.getInstanceByDom(document.querySelector('[data-chart=use]')).getOption();
              return series[0].data.filter(point => point[1] === 9 * 1048576).map(point => point[0]).join(' ');
            });""");
    assertThat(highest).isEqualTo("600001");
  }

  @Test
  void aPartThatIsFarIntoTheTopicIsReadOnUntilItIsReached() {
    unread.set(2);
    chart().sendKeys("+");

    browser.await("its points", page -> points() > BUCKETS);

    assertThat(asked).hasSize(3);
    assertThat(asked.stream().distinct()).hasSize(1);
  }
}
