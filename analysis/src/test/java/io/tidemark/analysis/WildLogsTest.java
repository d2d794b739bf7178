package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.memory.MemoryTimeline;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Logs in orders that no program writes, and sources that break off, repeat or restart. Nothing may
 * throw, and a stored and loaded state must equal one that was never stored. For more lines than in
 * a build: {@code -Dtidemark.wild.lines=N}; for others: {@code -Dtidemark.wild.seed=N}.
 */
@Timeout(3600)
class WildLogsTest {

  private static final long LINES = Long.getLong("tidemark.wild.lines", 30_000);
  private static final long SEED = Long.getLong("tidemark.wild.seed", 20260401);
  private static final int LINES_PER_LOG = 1_500;

  /** Feeds the same bytes to a state that is never stored and to one that is stored and loaded. */
  private static final class Twins {
    final LogRun goesOn = new LogRun();
    final LogRun restarts = new LogRun();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final Random random;
    private int generation;
    private int shipped;

    Twins(Random random) {
      this.random = random;
    }

    void add(byte[] line) {
      log.writeBytes(line);
      log.write('\n');
    }

    /** Ships what was added to the log, with random faults of a source. */
    void ship() {
      switch (random.nextInt(40)) {
        case 0 -> shipped = random.nextInt(shipped + 1);
        case 1 -> shipped = Math.min(log.size(), shipped + random.nextInt(300));
        case 2 -> {
          generation++;
          log.reset();
          shipped = 0;
          return;
        }
        default -> {
          // Goes on where it ended.
        }
      }
      byte[] bytes = log.toByteArray();
      if (shipped < bytes.length) {
        long before = ended(goesOn.events);
        goesOn.feed("life" + generation, bytes, shipped, bytes.length);
        restarts.feed("life" + generation, bytes, shipped, bytes.length);
        shipped = bytes.length;
        if (ended(goesOn.events) > before) {
          // The last state of an ended run is not stored, so it is published at once.
          publish();
        }
      }
      if (random.nextInt(3) == 0) {
        restarts.restart();
      }
      switch (random.nextInt(6)) {
        case 0 -> publish();
        case 1 -> {
          goesOn.publishWhileBusy();
          restarts.publishWhileBusy();
        }
        default -> {
          // Nobody asks.
        }
      }
    }

    private static long ended(List<MemoryEvent> events) {
      return events.stream().filter(MemoryEvent.RunEnded.class::isInstance).count();
    }

    void publish() {
      goesOn.publish();
      restarts.publish();
    }
  }

  @Test
  void noOrderOfLinesThrowsAndARestartChangesNothing() {
    assertARestartChangesNothing(WildLines.golden());
  }

  /** Reads logs made of {@code corpus} once without and once with restarts. */
  static void assertARestartChangesNothing(List<List<byte[]>> corpus) {
    for (long done = 0, seed = SEED; done < LINES; done += LINES_PER_LOG, seed++) {
      if (done % 300_000 == 0) {
        System.out.printf("wild logs: seed %d, %,d lines done%n", seed, done);
      }
      try {
        one(corpus, new Random(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + " of " + LINES_PER_LOG + " lines", e);
      }
    }
  }

  private static void one(List<List<byte[]>> corpus, Random random) {
    Twins twins = new Twins(random);
    WildLines lines = new WildLines(corpus, random);
    int left = LINES_PER_LOG;
    while (left > 0) {
      List<byte[]> some = lines.next();
      for (byte[] line : some) {
        twins.add(line);
        if (random.nextInt(10) == 0) {
          twins.ship();
        }
      }
      left -= some.size();
    }
    twins.ship();
    twins.restarts.restart();
    twins.publish();
    assertSame(twins);
    twins.goesOn.end();
    twins.restarts.end();
    assertSame(twins);
    assertSame(timelines(twins.restarts), timelines(twins.goesOn));
  }

  private static void assertSame(Twins twins) {
    LogRun one = twins.goesOn;
    LogRun other = twins.restarts;
    for (int i = 0; i < Math.min(other.events.size(), one.events.size()); i++) {
      assertThat(other.events.get(i)).as("event %d", i).isEqualTo(one.events.get(i));
    }
    assertThat(other.events).hasSameSizeAs(one.events);
    assertThat(other.rejects).isEqualTo(one.rejects);
    assertSame(other.runs, one.runs);
    assertSame(other.ops, one.ops);
    assertSame(other.plans, one.plans);
    assertSame(other.alerts, one.alerts);
    assertThat(other.gone).isEqualTo(one.gone);
    assertSame(usage(other), usage(one));
  }

  private static <K, V> void assertSame(Map<K, V> actual, Map<K, V> expected) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach((key, value) -> assertThat(actual.get(key)).as("%s", key).isEqualTo(value));
  }

  /** Removes the recent peak, which covers the time since the last publication. */
  private static Map<String, List<Object>> usage(LogRun run) {
    Map<String, List<Object>> usage = new TreeMap<>();
    run.usage.forEach(
        (key, of) ->
            usage.put(
                key,
                Arrays.asList(
                    of.now(),
                    of.snapshots(),
                    of.peaks().highestSnapshot(),
                    of.tidemark(),
                    of.before(),
                    of.peaks().highestFragmentation(),
                    of.submissions().constEvalBytes(),
                    of.submissions().leakBytesPerSubmission(),
                    of.submissions().leak(),
                    of.live(),
                    of.offset(),
                    of.timeMillis())));
    return usage;
  }

  /**
   * Timelines are published from time to time, so only the last one of an ended run must be equal.
   */
  private static Map<String, MemoryTimeline.Axis> timelines(LogRun run) {
    Map<String, MemoryTimeline.Axis> axes = new TreeMap<>();
    run.timelines.forEach((key, timeline) -> axes.put(key, timeline.bySnapshot()));
    return axes;
  }
}
