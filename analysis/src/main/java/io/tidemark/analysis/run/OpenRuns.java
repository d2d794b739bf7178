package io.tidemark.analysis.run;

import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.log.Writer;
import io.tidemark.analysis.log.Writers;
import io.tidemark.analysis.memory.LastRun;
import io.tidemark.analysis.message.Message;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.SliceOrigin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The open runs of a source, by number, and their writers. */
public final class OpenRuns {

  /** Limit of open runs. Further writers get no run; only their number is kept. */
  private static final int MOST = 48;

  private final String source;
  private final StateParts parts;
  private final Settings settings;
  private final LastRuns lastRuns;

  private final RunRetention ended;
  private final NavigableMap<Integer, OpenRun> open = new TreeMap<>();

  private Writers writers = new Writers();
  private int number;

  OpenRuns(String source, StateParts parts, Settings settings) {
    this.source = source;
    this.parts = parts;
    this.settings = settings;
    this.lastRuns = new LastRuns(source, parts);
    this.ended = new RunRetention(source, parts);
  }

  public String source() {
    return source;
  }

  public Writers writers() {
    return writers;
  }

  public void restoreWriters(Writers stored) {
    writers = stored;
  }

  /** Number of the newest run. */
  public int number() {
    return number;
  }

  public void restoreNumber(int stored) {
    number = stored;
  }

  public Collection<OpenRun> all() {
    return open.values();
  }

  boolean anyWaits() {
    for (OpenRun run : open.values()) {
      if (run.tracker.failures().waits()) {
        return true;
      }
    }
    return false;
  }

  public @Nullable OpenRun first() {
    return open.isEmpty() ? null : open.firstEntry().getValue();
  }

  public void put(int run, OpenRun opened) {
    open.put(run, opened);
  }

  @Nullable OpenRun get(int run) {
    return open.get(run);
  }

  OpenRun begin(LogPosition at, Document document, @Nullable String worker) {
    OpenRun next = new OpenRun(new RunId(source, ++number), at.timeMillis(), document, settings);
    next.nameWorker(worker);
    compare(next);
    put(number, next);
    return next;
  }

  private void compare(OpenRun run) {
    run.tracker.against(lastRuns.of(run.worker()));
  }

  /**
   * Compares all restored runs with their last runs. Returns the tags of parts that were
   * unreadable.
   */
  public List<String> compareRestored() {
    open.values().forEach(this::compare);
    return lastRuns.unreadable();
  }

  /** Removes an ended run, and returns the runs that it displaced. */
  List<Tombstones> leave(OpenRun run) {
    List<Tombstones> gone = run.leave(parts, ended);
    lastRuns.keep(run, gone);
    open.remove(run.number());
    return gone;
  }

  /** Treats the parts that changed as stored. */
  public void markStored() {
    open.values().forEach(OpenRun::markStored);
  }

  /** Returns the run of a writer that stated a fact; {@code null} if the limit is reached. */
  @Nullable OpenRun of(Writer writer, Fact fact, LogPosition at) {
    if (writer.run == Writer.NO_RUN && writer.isKnown()) {
      join(writer, fact, at);
    }
    if (fact instanceof MessageFact part && part.is(Message.Kind.PART)) {
      writer.state(part.slot(), part.reads());
    }
    return get(writer.run);
  }

  private void join(Writer writer, Fact fact, LogPosition at) {
    Writer outer = writers.outer(writer);
    boolean other =
        fact instanceof MessageFact part
            && outer != null
            && outer.statesOtherwise(part.slot(), part.reads());
    if (outer != null && other && outer.within == Writer.Within.NONE) {
      outer.within = Writer.Within.APART;
    } else if (outer != null && outer.within == Writer.Within.NONE) {
      outer.within = Writer.Within.SHARES;
      OpenRun shared = of(outer, fact, at);
      if (shared != null) {
        shared.nameWorker(writer.label());
        compare(shared);
        writer.run = shared.number();
      }
      return;
    }
    if (outer != null && outer.within == Writer.Within.SHARES) {
      outer.within = Writer.Within.APART;
      outer.run = Writer.NO_RUN;
    }
    if (open.size() < MOST) {
      OpenRun first = first();
      OpenRun next = begin(at, Document.none(settings.systems().formats()), writer.label());
      next.readOn(first == null ? SliceOrigin.UNKNOWN : first.origin());
      writer.run = next.number();
    }
  }

  /**
   * The newest ended run of each writer of a source that passed a program point. The next run of
   * that writer is compared with it. Each is one stored part, deleted together with the published
   * keys of its run.
   */
  private static final class LastRuns {

    private static final String TAG = "last run";

    private final String prefix;
    private final StateParts parts;
    private final List<String> unreadable = new ArrayList<>();

    /** The same of parts that keep nothing, by key. */
    private final Map<String, LastRun> unkept = new HashMap<>();

    /** The number of each, by key; {@code null} until it is read. */
    private @Nullable Map<String, Integer> numbers;

    LastRuns(String source, StateParts parts) {
      this.prefix = source + '\0' + TAG + '\0';
      this.parts = parts;
    }

    /** Returns the last run of a writer; {@code null} if there is none. */
    @Nullable LastRun of(@Nullable String worker) {
      String key = key(worker);
      LastRun fresh = unkept.get(key);
      byte[] part = fresh == null && numbers().containsKey(key) ? parts.get(Store.HOT, key) : null;
      return part == null ? fresh : read(part);
    }

    private @Nullable LastRun read(byte[] part) {
      try {
        return StateFormat.read(part, LastRun.class);
      } catch (RuntimeException e) {
        // The last run is only a reference for comparison, so the current run continues.
        unreadable.add(TAG);
        return null;
      }
    }

    /** Tags of parts that could not be read. */
    List<String> unreadable() {
      return unreadable;
    }

    /** Keeps an ended run, and drops runs whose published keys were deleted. */
    void keep(OpenRun ended, List<Tombstones> gone) {
      LastRun last = ended.tracker.devices.ended(ended.number(), ended.tracker.formats());
      if (!last.byDevice().isEmpty()) {
        if (parts.keeps()) {
          parts.put(Store.HOT, key(ended.worker()), StateFormat.write(last));
        } else {
          unkept.put(key(ended.worker()), last);
        }
        numbers().put(key(ended.worker()), ended.number());
      }
      for (Tombstones run : gone) {
        drop(run.run().number());
      }
    }

    private void drop(int run) {
      for (Map.Entry<String, Integer> last : List.copyOf(numbers().entrySet())) {
        if (last.getValue() == run) {
          parts.put(Store.HOT, last.getKey(), null);
          unkept.remove(last.getKey());
          numbers().remove(last.getKey());
        }
      }
    }

    private Map<String, Integer> numbers() {
      if (numbers == null) {
        Map<String, Integer> found = new HashMap<>();
        parts.scan(
            Store.HOT,
            prefix,
            (key, part) -> {
              LastRun last = read(part);
              found.put(key, last == null ? 0 : last.number());
            });
        numbers = found;
        drop(0);
      }
      return numbers;
    }

    private String key(@Nullable String worker) {
      return prefix + (worker == null ? "" : worker);
    }
  }
}
