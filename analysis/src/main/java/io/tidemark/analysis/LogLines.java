package io.tidemark.analysis;

import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.line.LineScan.Stops;
import io.tidemark.analysis.line.OpenText;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.WrapperSteps;
import io.tidemark.analysis.log.Generations.Progress;
import io.tidemark.analysis.log.HeldLines;
import io.tidemark.analysis.log.HeldLines.Held;
import io.tidemark.analysis.log.LineAt;
import io.tidemark.analysis.log.LineTimes;
import io.tidemark.analysis.log.Writer;
import io.tidemark.analysis.run.Runs;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.SourceSections;
import io.tidemark.analysis.unwrap.LineStart;
import io.tidemark.analysis.unwrap.Unwrapped;
import io.tidemark.analysis.unwrap.Unwrapper;
import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.Slice;
import java.util.List;

/**
 * Iterates over the lines of a source's slices, unwraps them, and passes each to the run of its
 * writer.
 */
final class LogLines {

  private final Formats formats;
  private final Runs runs;
  private final LineTimes times;
  private final Unwrapper unwrapper;
  private final HeldLines held;

  LogLines(Settings settings, Runs runs, SourceSections sections) {
    this.formats = settings.systems().formats();
    this.runs = runs;
    this.times = sections.times;
    this.unwrapper = sections.unwrapper;
    this.held = sections.held;
  }

  /**
   * Reads all lines of a slice that are not yet counted. A line of which only the beginning was
   * counted ended there: the rest is another line.
   */
  void read(Slice slice, Progress progress) {
    byte[] bytes = slice.bytes();
    int counted = (int) Math.max(0, Math.min(bytes.length, progress.next - slice.offset()));
    int start = slice.offset() == 0 ? pastByteOrderMark(bytes) : 0;
    while (start < counted) {
      runs.main().duplicate();
      start = Math.min(counted, LineEnds.next(bytes, start, bytes.length) + 1);
    }
    while (start < bytes.length && runs.main().mayReadDocument()) {
      int end = LineEnds.next(bytes, start, bytes.length);
      int after = Math.min(bytes.length, end + 1);
      readOne(slice, progress, start, end, after - start);
      start = after;
    }
    LineScan scan = scan(bytes, start, bytes.length);
    while (scan.next()) {
      ignored(slice, progress, scan);
      onLine(scan, slice, progress, Math.min(bytes.length, scan.end() + 1) - scan.start());
      scan.stopAtAll(held.any() || runs.waits()).awaitParts(unwrapper.open());
    }
    ignored(slice, progress, scan);
  }

  /** Skips the UTF-8 byte order mark that Windows editors write. */
  private static int pastByteOrderMark(byte[] bytes) {
    boolean marked =
        bytes.length >= 3
            && bytes[0] == (byte) 0xef
            && bytes[1] == (byte) 0xbb
            && bytes[2] == (byte) 0xbf;
    return marked ? 3 : 0;
  }

  private LineScan scan(byte[] bytes, int from, int to) {
    LineScan scan = new LineScan(formats, bytes, from, to);
    scan.stopAtAll(held.any() || runs.waits()).awaitParts(unwrapper.open());
    return scan.stopAt(Stops.WRAPPED);
  }

  private void ignored(Slice slice, Progress progress, LineScan scan) {
    if (scan.ignored() > 0) {
      progress.next = slice.offset() + scan.start();
      progress.lines += scan.ignored();
      times.of(slice, scan.lastIgnored(), null);
      runs.ignore(scan, progress.lines);
    }
  }

  /** Reads a slice that is the head of a line, or what of it is not yet counted. */
  void readHead(Slice slice, Progress progress) {
    int length = slice.bytes().length;
    int counted = (int) Math.max(0, Math.min(length, progress.next - slice.offset()));
    if (counted > 0) {
      runs.main().duplicate();
    }
    if (slice.end() > progress.next) {
      readOne(slice, progress, counted, length, slice.length() - counted);
    }
  }

  /**
   * Reads one line.
   *
   * @param length bytes of the line in the file, with its line end
   */
  private void readOne(Slice slice, Progress progress, int start, int end, long length) {
    List<Parsed> records = runs.main().documented(slice, start, end);
    if (records != null) {
      LineAt line = pass(slice, progress, start, end, length);
      release(held.take(any -> true), slice.generation(), true);
      records.forEach(parsed -> runs.onRecord(parsed, line));
      runs.count(runs.writer(""), Document.outcome(records));
    } else if (slice.truncated()) {
      onHead(runs.writer(""), pass(slice, progress, start, end, length));
    } else {
      LineScan scan = scan(slice.bytes(), start, end);
      if (scan.next()) {
        onLine(scan, slice, progress, length);
      } else {
        onLine(runs.writer(""), Ignored.IGNORED, pass(slice, progress, start, end, length));
      }
    }
  }

  private LineAt pass(Slice slice, Progress progress, int start, int end, long length) {
    long offset = slice.offset() + start;
    progress.next = offset + length;
    progress.lines++;
    LogPosition at = new LogPosition(offset, times.of(slice, start, null));
    return new LineAt(
        slice.generation(), at, progress.lines, progress.lines, slice.bytes(), start, end);
  }

  private void onLine(LineScan scan, Slice slice, Progress progress, long length) {
    if (scan.wrapped()) {
      unwrap(slice, progress, scan, length);
      return;
    }
    LineAt line = pass(slice, progress, scan.start(), scan.end(), length);
    onLine(runs.writer(scan.writer()), scan.parsed(), line);
  }

  private void onLine(Writer writer, Parsed parsed, LineAt line) {
    onLine(writer, parsed, line, true);
  }

  /**
   * Reads a line: what its writer holds may go on with it, and it may be held itself. Returns the
   * outcome of all that was decided.
   *
   * @param counts whether the line counts for itself
   */
  private Parsed onLine(Writer named, Parsed parsed, LineAt line, boolean counts) {
    release(held.late(line.number()), line.generation(), true);
    Writer writer = held.any() && named.name.isEmpty() ? wrapped(named, parsed, line) : named;
    Parsed outcome = Ignored.IGNORED;
    Held before = held.take(writer);
    OpenText.Read joined =
        before == null || Parsed.states(parsed)
            ? null
            : before.text().and(formats, line.bytes(), line.start(), line.end());
    if (before != null && joined == null && before.waitsOver(parsed, line.number())) {
      held.keep(before);
      return pass(writer, parsed, line, counts);
    }
    if (before != null) {
      Parsed alone = joined == null ? before.text().last(formats) : Ignored.IGNORED;
      boolean own = counts || before.number() < line.number();
      outcome = pass(writer, alone, before.line(line.generation()), own);
    }
    OpenText text =
        joined == null
            ? OpenText.of(parsed, line.bytes(), line.start(), line.end())
            : joined.text();
    Parsed now = joined == null ? parsed : joined.parsed();
    if (held.keep(writer, now, text, line)) {
      runs.main().changed();
      return outcome;
    }
    LineAt whole = joined == null ? line : line.with(joined.text().text());
    return Document.worse(outcome, pass(writer, Parsed.alone(now), whole, counts));
  }

  /** The writer whose line a terminal wrapped: of the rest it prints no name. */
  private Writer wrapped(Writer named, Parsed parsed, LineAt line) {
    Held before = Parsed.states(parsed) ? null : held.named(line.number() - 1);
    return before == null
            || before.text().and(formats, line.bytes(), line.start(), line.end()) == null
        ? named
        : runs.writer(before.writer());
  }

  private Parsed pass(Writer writer, Parsed parsed, LineAt line, boolean counts) {
    Parsed outcome = runs.onLine(writer, parsed, line);
    if (counts) {
      runs.count(writer, outcome);
    }
    return outcome;
  }

  /** Reads lines that do not go on as they are. */
  private Parsed release(List<Held> lines, String generation, boolean counts) {
    Parsed outcome = Ignored.IGNORED;
    for (Held line : lines) {
      Writer writer = runs.writer(line.writer());
      Parsed alone = line.text().last(formats);
      outcome = Document.worse(outcome, pass(writer, alone, line.line(generation), counts));
    }
    return outcome;
  }

  /**
   * Unwraps a line. A part that is followed by more counts as ignored; the last part counts as the
   * result of the whole.
   */
  private void unwrap(Slice slice, Progress progress, LineScan scan, long length) {
    long offset = slice.offset() + scan.start();
    progress.next = offset + length;
    progress.lines++;
    LineStart place = new LineStart("", offset, progress.lines);
    int start = formats.prefix().end(slice.bytes(), scan.start(), scan.end());
    Unwrapped text = unwrapper.unwrap(slice.bytes(), start, scan.end(), place);
    long millis = times.of(slice, scan.start(), text == null ? null : text.millis());
    if (times.own()) {
      runs.startNoLaterThan(millis);
    }
    if (text == null) {
      runs.count(runs.writer(""), Ignored.IGNORED);
    } else {
      onText(text, new LogPosition(text.place().offset(), millis), slice.generation());
    }
  }

  /**
   * Reads the lines of one text. They count as one line: as rejected if any of them was rejected.
   */
  private void onText(Unwrapped text, LogPosition at, String generation) {
    LineStart place = text.place();
    Writer whole = runs.writer(place.writer());
    if (text.cut()) {
      onHead(whole, line(text, at, generation, text.start(), text.end()));
      return;
    }
    LineScan scan = new LineScan(formats, text.bytes(), text.start(), text.end());
    scan.stopAt(Stops.NAMED).stopAtAll(held.any() || runs.waits());
    boolean one = LineEnds.next(text.bytes(), text.start(), text.end()) == text.end();
    Writer writer = whole;
    Parsed outcome = Ignored.IGNORED;
    while (scan.next()) {
      runs.pass(whole, scan, place.number());
      writer = runs.writer(WrapperSteps.within(place.writer(), scan.writer()));
      LineAt line = line(text, at, generation, scan.start(), scan.end());
      outcome = Document.worse(outcome, onLine(writer, scan.parsed(), line, one));
      if (one) {
        return;
      }
      scan.stopAtAll(held.any() || runs.waits());
    }
    runs.pass(whole, scan, place.number());
    List<Held> own = held.take(line -> line.number() == place.number());
    runs.count(writer, Document.worse(outcome, release(own, generation, false)));
  }

  private static LineAt line(
      Unwrapped text, LogPosition at, String generation, int start, int end) {
    return new LineAt(
        generation, at, text.place().number(), text.place().number(), text.bytes(), start, end);
  }

  private void onHead(Writer writer, LineAt line) {
    onLine(writer, formats.parseHead(line.bytes(), line.start(), line.end()), line);
  }

  /** Closes a file: a line that waits for its last part is read as the log's last. */
  void close(String generation) {
    for (Unwrapped text : unwrapper.close()) {
      onText(text, new LogPosition(text.place().offset(), times.last()), generation);
    }
    for (Held line : held.take(any -> true)) {
      Writer writer = runs.writer(line.writer());
      pass(writer, line.text().last(formats), line.line(generation), true);
    }
  }

  /** Handles missing bytes: of a line that waits for its last part only the head is parsed. */
  void cut(String generation) {
    for (Unwrapped text : unwrapper.close()) {
      LogPosition at = new LogPosition(text.place().offset(), times.last());
      onHead(
          runs.writer(text.place().writer()), line(text, at, generation, text.start(), text.end()));
    }
    release(held.take(any -> true), generation, true);
  }
}
