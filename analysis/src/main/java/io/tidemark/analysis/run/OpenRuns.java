package io.tidemark.analysis.run;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.log.Writer;
import io.tidemark.analysis.log.Writers;
import io.tidemark.analysis.message.Message;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.state.Sections;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.SliceOrigin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The open runs of a source, by number, and their writers. The first run is stored in the hot part,
 * each further one in its own part.
 */
public final class OpenRuns {

  /** Number of the first open run if none is open. */
  public static final int NONE = 0;

  private static final String WRITERS = "writers";

  /** Limit of open runs. Further writers get no run; only their number is kept. */
  private static final int MOST = 48;

  private final String source;
  private final StateParts parts;
  private final Settings settings;
  private final Emissions emissions;
  private final LastRuns lastRuns;

  private final RunRetention ended;
  private final NavigableMap<Integer, OpenRun> open = new TreeMap<>();

  /** Numbers of the runs that have their own part. */
  private final Set<Integer> apart = new TreeSet<>();

  private Writers writers = new Writers();
  private int number;

  OpenRuns(String source, StateParts parts, Settings settings, Emissions emissions) {
    this.source = source;
    this.parts = parts;
    this.settings = settings;
    this.emissions = emissions;
    this.lastRuns = new LastRuns(source, parts);
    this.ended = new RunRetention(source, parts);
  }

  public Writers writers() {
    return writers;
  }

  public int number() {
    return number;
  }

  /** Number of the first open run; {@link #NONE} if there is none. */
  public int firstNumber() {
    return open.isEmpty() ? NONE : open.firstKey();
  }

  Collection<OpenRun> all() {
    return open.values();
  }

  boolean anyWaits() {
    for (OpenRun run : open.values()) {
      if (run.failures().waits()) {
        return true;
      }
    }
    return false;
  }

  @Nullable OpenRun first() {
    return open.isEmpty() ? null : open.firstEntry().getValue();
  }

  @Nullable OpenRun get(int run) {
    return open.get(run);
  }

  OpenRun begin(LogPosition at, @Nullable String worker) {
    RunId id = new RunId(source, ++number);
    OpenRun next = OpenRun.begin(id, new RunFacts(at.timeMillis()), settings, emissions);
    next.nameWorker(worker);
    compare(next);
    open.put(number, next);
    return next;
  }

  private void compare(OpenRun run) {
    run.against(lastRuns.of(run.facts.worker));
  }

  /** Removes an ended run, and returns the runs that it displaced. */
  List<Tombstones> leave(OpenRun run) {
    List<Tombstones> gone = run.publication.leave(parts, ended);
    lastRuns.keep(run, gone);
    open.remove(run.id.number());
    return gone;
  }

  /** Treats the parts that changed as stored. */
  public void markStored() {
    open.values().forEach(run -> run.plans.markStored());
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
        writer.run = shared.id.number();
      }
      return;
    }
    if (outer != null && outer.within == Writer.Within.SHARES) {
      outer.within = Writer.Within.APART;
      outer.run = Writer.NO_RUN;
    }
    if (open.size() < MOST) {
      OpenRun first = first();
      OpenRun next = begin(at, writer.label());
      next.readOn(first == null ? SliceOrigin.UNKNOWN : first.facts.origin);
      writer.run = next.id.number();
    }
  }

  /** Writes the sections of the first run, and the parts of all other changed runs. */
  public void store(Sections out) {
    OpenRun first = first();
    if (first != null) {
      out.put(WRITERS, writers);
      RunSections.write(first, out, parts);
    }
    Set<Integer> before = new TreeSet<>(apart);
    apart.clear();
    for (OpenRun run : open.values()) {
      if (run != first) {
        if (run.drainUnstored()) {
          Sections part = new Sections();
          RunSections.write(run, part, parts);
          parts.put(Store.HOT, key(run.id.number()), part.toBytes());
        }
        apart.add(run.id.number());
      }
    }
    before.removeAll(apart);
    before.forEach(run -> parts.put(Store.HOT, key(run), null));
  }

  private String prefix() {
    return source + "\0open\0";
  }

  private String key(int run) {
    return prefix() + String.format(Locale.ROOT, "%08d", run);
  }

  /**
   * Restores the open runs, if any. Returns the tags of sections that were restarted.
   *
   * @param newest number of the newest run
   * @param first number of the first open run
   * @param millis start of a run whose figures restart
   * @param lines of the newest file, if the writers restart
   */
  public List<String> restore(Sections in, int newest, int first, long millis, long lines) {
    number = newest;
    if (first == NONE) {
      return in.restarted();
    }
    read(first, millis, in);
    writers = in.orRestart(WRITERS, Writers.class, () -> Writers.ofBare(first, lines));
    List<String> restarted = new ArrayList<>(in.restarted());
    List<String> broken = new ArrayList<>();
    parts.scan(
        Store.HOT,
        prefix(),
        (key, bytes) -> {
          try {
            int run = Integer.parseInt(key.substring(prefix().length()));
            Sections part = Sections.read(bytes);
            read(run, millis, part);
            apart.add(run);
            restarted.addAll(part.restarted());
          } catch (RuntimeException e) {
            // Only this worker's run is lost, and its next line begins the next one.
            broken.add(key);
            restarted.add(key.substring(source.length() + 1));
          }
        });
    broken.forEach(key -> drop(key.substring(prefix().length()), key));
    open.values().forEach(this::compare);
    restarted.addAll(lastRuns.unreadable());
    return restarted;
  }

  private void read(int run, long millis, Sections in) {
    RunId id = new RunId(source, run);
    open.put(run, new RunSections(id, in, parts, settings).read(millis, emissions));
  }

  private void drop(String run, String key) {
    parts.put(Store.HOT, key, null);
    if (run.matches("\\d{1,9}")) {
      writers.follow(Integer.parseInt(run), Writer.NO_RUN);
      new RunParts(new RunId(source, Integer.parseInt(run)), parts).drop();
    }
  }
}
