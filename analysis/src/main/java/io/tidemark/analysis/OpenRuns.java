package io.tidemark.analysis;

import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.LogPosition;
import io.tidemark.model.RunId;
import io.tidemark.model.SliceOrigin;
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
 * The runs of a source that are open, by number, and whose they are. The first is stored with the
 * source, each further one in a part of its own.
 */
final class OpenRuns {

  /** A log of more writers is read, and nothing is kept of the further ones but their number. */
  private static final int MOST = 48;

  private static final String QUOTED = "quoted lines";
  private static final String WRITERS = "writers";
  private static final String FIRST = "first open run";
  private static final int QUOTED_VERSION = 1;
  private static final int WRITERS_VERSION = 1;
  private static final int FIRST_VERSION = 1;

  private final String source;
  private final StateParts parts;
  private final Settings settings;
  private final LastRuns lastRuns;
  private final NavigableMap<Integer, OpenRun> open = new TreeMap<>();

  /** The one asked for last: that of one line is mostly that of the next. */
  private @Nullable OpenRun asked;

  /** The one of the lowest number, once it was asked for: each line asks. */
  private @Nullable OpenRun first;

  private final Set<Integer> apart = new TreeSet<>();
  private Writers writers = new Writers();
  private int number;

  /** A run was open when the state was stored. */
  private boolean stored;

  OpenRuns(String source, StateParts parts, Settings settings) {
    this.source = source;
    this.parts = parts;
    this.settings = settings;
    this.lastRuns = new LastRuns(source, parts);
  }

  Writers writers() {
    return writers;
  }

  Collection<OpenRun> all() {
    return open.values();
  }

  @Nullable OpenRun first() {
    OpenRun known = first;
    if (known == null && !open.isEmpty()) {
      known = open.firstEntry().getValue();
      first = known;
    }
    return known;
  }

  private void put(int run, OpenRun opened) {
    open.put(run, opened);
    first = null;
  }

  @Nullable OpenRun get(int run) {
    OpenRun known = asked;
    if (known == null || known.number() != run) {
      known = open.get(run);
      asked = known;
    }
    return known;
  }

  OpenRun begin(LogPosition at, Document document, @Nullable String worker) {
    OpenRun next = new OpenRun(new RunId(source, ++number), at.timeMillis(), document, settings);
    next.start = StartSearch.from(at.offset());
    next.nameWorker(worker);
    compare(next);
    put(number, next);
    return next;
  }

  private void compare(OpenRun run) {
    run.tracker.against(lastRuns.of(run.worker()));
  }

  /** Removes a run that has ended; {@code gone}: those that left with it. */
  void remove(OpenRun ended, List<Tombstones> gone) {
    lastRuns.keep(ended, gone);
    open.remove(ended.number());
    asked = null;
    first = null;
  }

  /** The run of a writer who says something; {@code null} when there is no room for it. */
  @Nullable OpenRun of(Writer writer, LogPosition at) {
    if (writer.run == Writer.NO_RUN) {
      join(writer, at);
    }
    return get(writer.run);
  }

  private void join(Writer writer, LogPosition at) {
    Writer outer = writers.outer(writer);
    if (outer != null && outer.within == Writer.Within.NONE) {
      outer.within = Writer.Within.SHARES;
      OpenRun shared = of(outer, at);
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

  void write(PartWriter out) {
    out.number(number).flag(!open.isEmpty());
  }

  /** Restores how many runs there were. */
  void read(PartReader in) {
    number = in.count();
    stored = in.flag();
  }

  /**
   * Writes the sections of the first, and the parts of all that changed through.
   *
   * @param lines of the newest file so far
   */
  void store(SectionWriter out, long lines) {
    OpenRun first = first();
    if (first != null) {
      OpenRunSections.writeCounts(first, out);
      out.section(QUOTED, QUOTED_VERSION, writers.bare()::writeQuotedLines);
      OpenRunSections.write(first, out);
      first.store(parts);
      if (first.number() != number) {
        out.section(FIRST, FIRST_VERSION, section -> section.number(first.number()));
      }
      if (!writers.named().isEmpty() || writers.bare().lines() != lines) {
        out.section(WRITERS, WRITERS_VERSION, writers::write);
      }
    }
    Set<Integer> before = new TreeSet<>(apart);
    apart.clear();
    for (OpenRun run : open.values()) {
      if (run != first) {
        if (run.drainUnstored()) {
          storeApart(run);
        }
        apart.add(run.number());
      }
    }
    before.removeAll(apart);
    before.forEach(run -> parts.put(Store.HOT, key(run), null));
  }

  private void storeApart(OpenRun run) {
    SectionWriter part = new SectionWriter(SourceSections.VERSION);
    OpenRunSections.writeCounts(run, part);
    OpenRunSections.write(run, part);
    parts.put(Store.HOT, key(run.number()), part.toBytes());
    run.store(parts);
  }

  private String prefix() {
    return source + "\0open\0";
  }

  private String key(int run) {
    return prefix() + String.format(Locale.ROOT, "%08d", run);
  }

  /** Restores the open run, if one was stored before there were sections. */
  void restoreVersionNine(PartReader in, long lines) {
    if (stored) {
      QuotedLines quoted = new QuotedLines();
      put(number, OpenRunSections.readVersionNine(id(number), in, parts, settings, quoted));
      restoreBare(quoted, number, lines);
    }
  }

  /**
   * Restores the open runs, if any was stored; answers the tags of sections begun anew.
   *
   * @param millis time of the last line
   * @param lines of the newest file so far
   */
  List<String> restore(SectionReader in, long millis, long lines) {
    if (!stored) {
      return in.restarted();
    }
    int lowest = in.orRestart(FIRST, FIRST_VERSION, PartReader::count, () -> number);
    put(lowest, OpenRunSections.read(id(lowest), millis, in, parts, settings));
    restoreBare(
        in.orRestart(QUOTED, QUOTED_VERSION, OpenRuns::quotedLines, QuotedLines::new),
        lowest,
        lines);
    Writers known = writers;
    writers = in.orRestart(WRITERS, WRITERS_VERSION, OpenRuns::writers, () -> known);
    List<String> restarted = new ArrayList<>(in.restarted());
    parts.scan(
        Store.HOT,
        prefix(),
        (key, bytes) -> {
          try {
            int run = Integer.parseInt(key.substring(prefix().length()));
            SectionReader part = new SectionReader(bytes, SourceSections.VERSION);
            put(run, OpenRunSections.read(id(run), millis, part, parts, settings));
            apart.add(run);
            restarted.addAll(part.restarted());
          } catch (RuntimeException e) {
            // One worker's run alone: the others go on.
            restarted.add(key.substring(source.length() + 1));
          }
        });
    open.values().forEach(this::compare);
    restarted.addAll(lastRuns.unreadable());
    return restarted;
  }

  private void restoreBare(QuotedLines quoted, int run, long lines) {
    writers.beginFile(run);
    writers.bare().restore(quoted, lines);
  }

  private RunId id(int run) {
    return new RunId(source, run);
  }

  private static QuotedLines quotedLines(PartReader in) {
    QuotedLines quotedLines = new QuotedLines();
    quotedLines.read(in);
    return quotedLines;
  }

  private static Writers writers(PartReader in) {
    Writers writers = new Writers();
    writers.read(in);
    return writers;
  }
}
