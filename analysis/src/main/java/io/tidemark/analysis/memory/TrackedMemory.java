package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.state.ChangedState;
import io.tidemark.analysis.state.Stored;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.LiveTensors;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryPeaks;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.Peak;
import io.tidemark.model.memory.SubmissionUse;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The current and highest figures of one memory; the mutable side of {@link MemoryUsage}. */
@Stored
public final class TrackedMemory {

  private MemoryView now = new MemoryView("", 1, 0, 0, 0, null);
  private long snapshots;
  private @Nullable Peak highest;
  private @Nullable Peak tidemark;
  private long recentPeakBytes = -1;
  private @Nullable String before;
  private double highestFragmentation;
  private LogPosition at = new LogPosition(0, 0);
  private long exactBankBytes = -1;
  private long roundedBankBytes = -1;

  /** The capacity to which the peaks belong; 0 while the log states none. */
  private long reckonedBytes;

  private @Nullable Long constEvalBytes;

  /** Most that an allocator took of the device; {@code null} if no line states it. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable Long reservedBytes;

  /** Whether something was placed there since the newest snapshot. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean placedSince;

  private Submissions submissions = new Submissions();
  private @Nullable LiveTensors live;
  private final TimelineFigures timeline = new TimelineFigures();
  private transient ProgramPoints points = new ProgramPoints();
  private final transient OpTableFigures ops = new OpTableFigures();

  /** Whether the newest snapshot is the highest. */
  private transient boolean atPeak;

  private transient boolean changed = true;

  private TrackedMemory() {}

  static TrackedMemory first(
      MemoryView view, Block block, Crossed crossed, LogPosition at, ProgramPoints points) {
    TrackedMemory figures = new TrackedMemory().with(points);
    figures.now = view;
    figures.timeline.begin(view.usedBytes());
    figures.record(view, block, crossed, at);
    return figures;
  }

  /** Sets the program points of the memory, which are stored apart. */
  TrackedMemory with(ProgramPoints itsPoints) {
    points = itsPoints;
    return this;
  }

  /** Records a snapshot and returns the change of use in bytes. */
  long record(MemoryView stated, Block block, Crossed crossed, LogPosition when) {
    MemoryView view = exact(stated);
    reckon(view);
    final long change = view.usedBytes() - now.usedBytes();
    now = view;
    placedSince = false;
    snapshots++;
    at = when;
    Op next = block.before();
    before = next == null ? null : next.name();
    recentPeakBytes = Math.max(recentPeakBytes, view.usedBytes());
    highestFragmentation = Math.max(highestFragmentation, view.fragmentation());
    timeline.record(view, block.ownerName(), crossed.submitted() != null, when);
    if (crossed.constEval()) {
      constEvalBytes = view.usedBytes();
    }
    submissions.record(block.point(), crossed, view.usedBytes());
    points.record(block.point(), crossed.submitted(), view);
    Peak old = highest;
    atPeak = old == null || view.usedBytes() > old.usedBytes();
    if (atPeak) {
      highest = new Peak(view.usedBytes(), block.culprit(), false, when);
      raise(highest);
    }
    changed = true;
    return change;
  }

  /** Whether a use is above all snapshots. */
  boolean rises(long usedBytes) {
    return highest == null || usedBytes > highest.usedBytes();
  }

  /**
   * Whether its capacity is that of the snapshots before; another one is that of another device.
   */
  boolean goesOn(MemoryView view) {
    long capacity = view.capacityBytes();
    return capacity <= 0 || reckonedBytes <= 0 || alike(capacity, reckonedBytes, view.banks());
  }

  /**
   * Begins anew when the capacity changes by more than the rounding: peaks belong to a capacity.
   */
  private void reckon(MemoryView view) {
    long capacity = view.capacityBytes();
    if (!goesOn(view)) {
      submissions = new Submissions();
      timeline.begin(view.usedBytes());
      highest = null;
      tidemark = null;
      recentPeakBytes = -1;
      highestFragmentation = 0;
      reservedBytes = null;
      exactBankBytes = -1;
      roundedBankBytes = -1;
    }
    reckonedBytes = capacity > 0 ? capacity : reckonedBytes;
  }

  static boolean alike(long capacity, long other, int banks) {
    long most = Math.max(2 * MemoryView.ROUNDING_BYTES * banks, Sizes.rounding(capacity));
    return Math.abs(capacity - other) <= most;
  }

  /** Records an error line, which states the use of each bank and the exact size of a bank. */
  public void error(Shortage shortage, LogPosition when) {
    if (!now.isOf(shortage)) {
      return;
    }
    int banks = now.banks();
    Long bankBytes = shortage.bank().bankBytes();
    Long usedPerBank = shortage.bank().usedPerBank();
    if (bankBytes != null) {
      long rounded = now.capacityBytes() / banks;
      if (Math.abs(bankBytes - rounded) <= MemoryView.ROUNDING_BYTES
          && exactBankBytes != bankBytes) {
        roundedBankBytes = rounded;
        exactBankBytes = bankBytes;
        now = now.withCapacityBytes(bankBytes * banks);
      }
    }
    if (usedPerBank != null) {
      raise(usedPerBank * banks, true, when);
    }
    timeline.failed();
    changed = true;
  }

  /**
   * Takes the size of the memory from an error line where no snapshot states it. Not its use, of
   * which other processes may have a share.
   */
  void sized(Shortage shortage) {
    Long bankBytes = shortage.bank().bankBytes();
    long size = bankBytes == null ? 0 : bankBytes * shortage.banks();
    if (now.capacityBytes() <= 0 && size >= now.usedBytes()) {
      now = now.withCapacityBytes(size);
      changed = true;
    }
  }

  /** The op named before the newest snapshot has begun since. */
  private void raise(long usedBytes, boolean fromErrorLine, LogPosition when) {
    recentPeakBytes = Math.max(recentPeakBytes, usedBytes);
    timeline.raise(usedBytes, before, when);
    raise(new Peak(usedBytes, new Culprit(before, null, before, null), fromErrorLine, when));
  }

  /** Records a peak that lies between two snapshots. */
  void peak(long usedBytes, LogPosition when) {
    raise(usedBytes, false, when);
    changed = true;
  }

  /** Records what an allocator took of the device. */
  void reserved(long bytes) {
    reservedBytes = reservedBytes == null ? bytes : Math.max(reservedBytes, bytes);
    changed = true;
  }

  private void raise(Peak peak) {
    Peak old = tidemark;
    if (old == null || peak.usedBytes() > old.usedBytes()) {
      tidemark = peak;
    }
  }

  private MemoryView exact(MemoryView view) {
    return exactBankBytes >= 0 && view.capacityBytes() == roundedBankBytes * view.banks()
        ? view.withCapacityBytes(exactBankBytes * view.banks())
        : view;
  }

  /** Sets the tensors alive at the newest snapshot. */
  public void live(LiveTensors tensors) {
    live = tensors;
  }

  /** The ops and holders of the memory, which are stored apart. */
  OpTableFigures ops() {
    return ops;
  }

  /** Sets the holders of the snapshot before the newest one, if the log names makers of buffers. */
  void settleBefore() {
    if (live != null) {
      timeline.settleBefore(ops::held);
    }
  }

  private void settle() {
    if (live != null) {
      timeline.settle(ops::held);
    }
  }

  MemoryView now() {
    return now;
  }

  /** Records that something was placed there, of which no snapshot knows. */
  void placed() {
    placedSince = true;
    changed = true;
  }

  boolean isPlacedSince() {
    return placedSince;
  }

  long usedBytes() {
    return now.usedBytes();
  }

  boolean isAtPeak() {
    return atPeak;
  }

  @Nullable Peak highest() {
    return highest;
  }

  ProgramPoints points() {
    return points;
  }

  TimelineFigures timeline() {
    return timeline;
  }

  /**
   * Passes what changed since the last call.
   *
   * @param overflow number of dropped op names
   */
  void publish(MemoryKey key, long overflow, ChangedState changes) {
    put(key, changedUsage(), changes.usage());
    settle();
    put(key, timeline.changed(), changes.timelines());
    put(key, highest == null ? null : ops.changedTable(overflow, highest), changes.ops());
  }

  private static <T> void put(MemoryKey key, @Nullable T changed, Map<MemoryKey, T> changes) {
    if (changed != null) {
      changes.put(key, changed);
    }
  }

  /** Passes the changed timeline pages. */
  void storeTimeline(BiConsumer<String, byte[]> part) {
    settle();
    timeline.store(part);
  }

  private @Nullable MemoryUsage changedUsage() {
    Peak high = highest;
    Peak tide = tidemark;
    if (!changed || high == null || tide == null) {
      return null;
    }
    changed = false;
    long recent = Math.max(recentPeakBytes, now.usedBytes());
    recentPeakBytes = -1;
    return new MemoryUsage(
        now,
        snapshots,
        new MemoryPeaks(high, tide, recent, highestFragmentation, reservedBytes),
        before,
        submissionUse(),
        live,
        at);
  }

  private SubmissionUse submissionUse() {
    return new SubmissionUse(
        constEvalBytes,
        submissions.riseBytes(),
        points.over(),
        submissions.leak(now),
        submissions.steady(),
        submissions.byStep(),
        submissions.stood(now));
  }

  /** The use across submissions if one was counted since the last call; else {@code null}. */
  @Nullable SubmissionUse drainCounted() {
    return submissions.drainCounted() ? submissionUse() : null;
  }
}
