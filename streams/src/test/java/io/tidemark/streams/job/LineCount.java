package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.ReadLines;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunSource;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.run.RunTime;
import io.tidemark.model.run.RunTracking;
import io.tidemark.streams.source.LiveSources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A minimal analysis for tests of the job around it. {@code start} and {@code end} are events,
 * {@code bad} is a reject, every line counts, and all state is in the parts.
 */
final class LineCount implements SourceAnalysis {

  private final String source;
  private final StateParts parts;
  private long nextOffset;
  private long lines;
  private long duplicates;
  private long gaps;
  private long timeMillis;
  private boolean changed = true;
  private long weight;

  LineCount(String source, StateParts parts) {
    this.source = source;
    this.parts = parts;
    byte[] hot = parts.get(Store.HOT, source + "\0");
    if (hot != null) {
      String[] figures = new String(hot, UTF_8).split(" ", -1);
      nextOffset = Long.parseLong(figures[0]);
      lines = Long.parseLong(figures[1]);
      duplicates = Long.parseLong(figures[2]);
      gaps = Long.parseLong(figures[3]);
      timeMillis = Long.parseLong(figures[4]);
    }
  }

  @Override
  public Outcome apply(Slice slice) {
    changed = true;
    List<MemoryEvent> events = new ArrayList<>();
    List<Reject> rejects = new ArrayList<>();
    if (slice.offset() < nextOffset) {
      duplicates += slice.lines();
    } else {
      gaps += slice.offset() > nextOffset ? 1 : 0;
      nextOffset = slice.end();
      timeMillis = slice.toMillis();
      new String(slice.bytes(), UTF_8).lines().forEach(line -> read(line, events, rejects));
    }
    return new Outcome(List.of(new Outcome.RunEvents(run(), events)), rejects, false);
  }

  @Override
  public void store() {
    String hot = nextOffset + " " + lines + " " + duplicates + " " + gaps + " " + timeMillis;
    parts.put(Store.HOT, source + "\0", hot.getBytes(UTF_8));
  }

  private void read(String line, List<MemoryEvent> events, List<Reject> rejects) {
    lines++;
    weight = line.equals("heavy") ? LiveSources.MAX_LIVE_BYTES * 3 / 4 : weight;
    if (line.equals("start")) {
      events.add(
          new MemoryEvent.RunStarted(new LogPosition(nextOffset, timeMillis), "count", null));
    } else if (line.equals("end")) {
      events.add(new MemoryEvent.RunEnded(new LogPosition(nextOffset, timeMillis), "end"));
    } else if (line.equals("bad")) {
      rejects.add(new Reject("g", nextOffset, lines, 1, "count", "bad", line));
    }
  }

  @Override
  public long weightBytes() {
    return weight;
  }

  @Override
  public Changes changes() {
    if (!changed) {
      return Changes.NONE;
    }
    changed = false;
    MemoryKey memory = new MemoryKey(run(), "0", "DRAM");
    PlanRecord page = new PlanRecord.Page(List.of(), nextOffset);
    return new Changes(
        Map.of(run(), status()),
        Map.of(memory, usage()),
        Map.of(memory, new OpTable(List.of(), 0, nextOffset, null, List.of())),
        Map.of(),
        Map.of(new PlanKey(run(), "plan", 1), page),
        Map.of(),
        List.of());
  }

  private RunId run() {
    return new RunId(source, 1);
  }

  private RunStatus status() {
    RunStatus.Lines counts = new RunStatus.Lines(0, lines, 0, duplicates, 0);
    return new RunStatus(
        new RunSource("g", nextOffset, null),
        new ReadLines(List.of(), counts, gaps, 0),
        new RunTracking(0, false, null),
        RunFailures.NONE,
        null,
        new RunTime(1, null));
  }

  private MemoryUsage usage() {
    Peak peak = new Peak(lines, Culprit.UNKNOWN, false, new LogPosition(nextOffset, timeMillis));
    MemoryView now = new MemoryView("DRAM", 1, 100, lines, 0, 0L);
    return new MemoryUsage(
        now,
        lines,
        new MemoryPeaks(peak, peak, lines, 0, null),
        null,
        SubmissionUse.UNKNOWN,
        null,
        new LogPosition(nextOffset, timeMillis));
  }
}
