package io.tidemark.streams.source;

import io.tidemark.analysis.run.RunRetention;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.store.NewBeginning;
import io.tidemark.analysis.store.ReadProgress;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.RunSource;
import io.tidemark.streams.publish.Outputs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the open runs of a source whose analysis failed, or that an upgrade begins anew. Its figures
 * stay as they were published, and its next slice begins the next run. The failing slice becomes a
 * dead letter. A source that fails often is ignored until a restart or its next generation.
 */
public final class FailedSources {

  /** A source with this number of faults within {@link #WITHIN} fails too often. */
  public static final int TOO_MANY = 3;

  public static final Duration WITHIN = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(FailedSources.class);

  private final StoreParts parts;
  private final Outputs outputs;
  private final Runnable dropped;

  /** Event times of the newest faults by source; they are forgotten at a restart. */
  private final Map<String, Deque<Long>> times = new HashMap<>();

  private final Map<String, IgnoredSource> ignored = new HashMap<>();

  /**
   * @param dropped run for each slice of an ignored source
   */
  FailedSources(StoreParts parts, Outputs outputs, Runnable dropped) {
    this.parts = parts;
    this.outputs = outputs;
    this.dropped = dropped;
  }

  /** Drops a slice if its source is ignored. A new generation ends that. */
  boolean drops(String source, Received received) {
    IgnoredSource one = ignored.get(source);
    if (one == null) {
      return false;
    }
    if (one.drop(received.slice())) {
      dropped.run();
      return true;
    }
    LOG.info("source {} has a new generation and is analysed again", source);
    ignored.remove(source);
    times.remove(source);
    one.failed.emit(outputs);
    NewBeginning.begin(source, one.lastRun, one.progress, parts);
    return false;
  }

  /**
   * Ends the open runs of a source.
   *
   * @param broken its state, already removed from memory; {@code null} if it was not loaded
   * @param failing the slice being applied; {@code null} if there was none
   */
  void fail(
      String source, @Nullable LiveSource broken, @Nullable Received failing, SourceFault fault) {
    LastPublished published =
        broken == null ? LastPublished.read(source, parts) : broken.published();
    boolean upgrade = fault.step() == AnalysisFailure.Step.UPGRADE;
    ReadProgress progress = broken == null ? ReadProgress.stored(source, parts) : broken.progress();
    long unreadBytes = published.unpublishedBytes();
    String generation = progress.newest();
    long atByte = Math.max(progress.next(generation), published.nextOffset());
    if (failing != null) {
      generation = failing.slice().generation();
      atByte = failing.slice().offset();
      unreadBytes += progress.pass(failing.slice());
    }
    long millis = millis(broken, failing, progress);
    boolean tooOften = !upgrade && isTooOften(source, millis);
    AnalysisFailure failure = new AnalysisFailure(atByte, fault.step(), fault.reason(), tooOften);
    if (upgrade) {
      LOG.warn("source {}: {}", source, failure.sentence());
    } else {
      LOG.error("source {}: {}", source, failure.sentence(), fault.error());
      outputs.emit(List.of(fault.letter(source, failing, outputs.nowMillis())));
    }

    if (broken != null) {
      broken.displaced().forEach(this::remove);
    }
    List<PublishedRun> runs = new ArrayList<>(published.runs());
    int last = Math.max(progress.runs(), new RunRetention(source, parts).last());
    last = Math.max(last, published.last());
    int begun = broken == null ? 0 : broken.lastRun();
    if (fault.isOfLoading()) {
      // Their published records stay, as their counts are unknown.
      published.runs().stream()
          .filter(run -> run.status() == null)
          .forEach(run -> keep(run.keys()));
      runs.removeIf(run -> run.status() == null);
    }
    if (runs.isEmpty() && !upgrade) {
      // The failure must be visible, so the run that has begun or would begin is published.
      last = begun > last ? begun : last + 1;
      runs.add(new PublishedRun(new RunId(source, last)));
    }
    last = Math.max(last, begun);
    NewBeginning.begin(source, last, progress, parts);
    SliceOrigin from = failing == null ? SliceOrigin.UNKNOWN : failing.slice().origin();
    RunSource begin = new RunSource(generation, 0, from.host(), null, from.labels(), from.file());
    FailedRun first = null;
    for (PublishedRun run : runs) {
      long missing = first == null ? unreadBytes : 0;
      FailedRun failed = FailedRun.of(run, failure, progress, begin, millis, missing);
      first = first == null ? failed : first;
      failed.emit(outputs);
      keep(failed.keys());
    }
    if (tooOften && first != null) {
      ignored.put(source, new IgnoredSource(first, progress, last));
    }
  }

  private boolean isTooOften(String source, long millis) {
    Deque<Long> newest = times.computeIfAbsent(source, unknown -> new ArrayDeque<>());
    newest.add(millis);
    // Slices of several generations may come out of order.
    return newest.size() >= TOO_MANY && millis - newest.remove() <= WITHIN.toMillis();
  }

  /** Keeps an ended run until newer ones displace it. */
  private void keep(Tombstones run) {
    new RunRetention(run.run().source(), parts).add(run).forEach(this::remove);
  }

  private void remove(Tombstones run) {
    outputs.emit(Outputs.tombstones(run, outputs.nowMillis()));
  }

  private long millis(
      @Nullable LiveSource broken, @Nullable Received failing, ReadProgress progress) {
    if (failing != null) {
      return failing.timeMillis();
    }
    Long newest = broken == null ? null : broken.newestMillis();
    long stored = newest == null ? progress.lastMillis() : newest;
    return stored == 0 ? outputs.nowMillis() : stored;
  }

  /**
   * Stores how far ignored sources are read, and publishes the bytes that were dropped.
   *
   * @return whether there were any
   */
  boolean store() {
    boolean any = false;
    for (Map.Entry<String, IgnoredSource> one : ignored.entrySet()) {
      IgnoredSource source = one.getValue();
      if (source.drainMoved()) {
        NewBeginning.begin(one.getKey(), source.lastRun, source.progress, parts);
        source.failed.emit(outputs);
        any = true;
      }
    }
    return any;
  }

  /**
   * A source that failed too often. The bytes of its dropped slices are a gap of its failed run.
   */
  private static final class IgnoredSource {

    private final ReadProgress progress;
    private final int lastRun;
    private FailedRun failed;
    private boolean moved;

    IgnoredSource(FailedRun failed, ReadProgress progress, int lastRun) {
      this.failed = failed;
      this.progress = progress;
      this.lastRun = lastRun;
    }

    /** Drops a slice, unless it begins a new generation. */
    boolean drop(Slice slice) {
      boolean known = progress.knows(slice.generation());
      if (known) {
        failed = failed.withMissing(progress.pass(slice), progress);
        moved = true;
      }
      return known;
    }

    /** Whether slices were dropped since the last call. */
    boolean drainMoved() {
      boolean any = moved;
      moved = false;
      return any;
    }
  }
}
