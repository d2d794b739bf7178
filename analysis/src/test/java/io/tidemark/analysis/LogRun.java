package io.tidemark.analysis;

import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.Reject;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryTimeline;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Feeds a log to the analysis in slices of a few lines, and collects everything published. Time
 * stands still.
 */
public final class LogRun {

  final HeapParts parts = new HeapParts();
  public final List<MemoryEvent> events = new ArrayList<>();
  private final TreeMap<RunId, List<MemoryEvent>> byRun = new TreeMap<>();
  public final List<Reject> rejects = new ArrayList<>();
  public final TreeMap<RunId, RunStatus> runs = new TreeMap<>();
  public final TreeMap<String, MemoryUsage> usage = new TreeMap<>();
  final TreeMap<String, OpTable> ops = new TreeMap<>();
  final TreeMap<String, MemoryTimeline> timelines = new TreeMap<>();
  final List<Tombstones> gone = new ArrayList<>();
  public final TreeMap<String, PlanRecord> plans = new TreeMap<>();
  public final TreeMap<String, Alert> alerts = new TreeMap<>();
  private final String source;
  private final Settings settings;
  private LogAnalysis state;
  private long next;

  LogRun(String source, Settings settings) {
    this.source = source;
    this.settings = settings;
    this.state = LogAnalysis.load(source, parts, settings);
  }

  public LogRun(Settings settings) {
    this("log", settings);
  }

  public LogRun() {
    this(Settings.DEFAULT);
  }

  /** Reads a log line by line, with a restart after each. */
  static LogRun lineByLine(String log) {
    LogRun lines = new LogRun();
    for (String line : log.lines().toList()) {
      lines.feedNext("life", (line + "\n").getBytes(StandardCharsets.UTF_8));
      lines.publish();
      lines.restart();
    }
    return lines;
  }

  /** Feeds the whole log in one slice. */
  public static LogRun of(byte[] log) {
    return of(log, Settings.DEFAULT);
  }

  /** Feeds the whole log of a source in one slice. */
  static LogRun of(String source, String log) {
    LogRun run = new LogRun(source, Settings.DEFAULT);
    byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
    run.feed("life", bytes, 0, bytes.length);
    run.publish();
    return run;
  }

  public static LogRun of(byte[] log, Settings settings) {
    LogRun run = new LogRun(settings);
    run.feed("life", log, 0, log.length);
    run.publish();
    return run;
  }

  public static LogRun of(String log) {
    return of(log.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads a file of the test resources beside this class. */
  static byte[] resource(String name) throws IOException {
    try (InputStream in = LogRun.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name);
      }
      return in.readAllBytes();
    }
  }

  /** Status of the first run. */
  public RunStatus status() {
    return runs.firstEntry().getValue();
  }

  /** Usage of a memory of device 0 in the first run. */
  MemoryUsage memory(String memory) {
    return Objects.requireNonNull(usage.get("log#1 0 " + memory), memory);
  }

  /** Summaries of all published plans, by plan number. */
  List<PlanRecord.Summary> summaries() {
    return plans.values().stream()
        .filter(PlanRecord.Summary.class::isInstance)
        .map(PlanRecord.Summary.class::cast)
        .toList();
  }

  public void feed(String generation, byte[] log, int from, int to) {
    feedAt(generation, from, Arrays.copyOfRange(log, from, to));
  }

  /** Feeds bytes that follow everything fed so far. */
  public void feedNext(String generation, byte[] bytes) {
    feedAt(generation, next, bytes);
  }

  private void feedAt(String generation, long from, byte[] bytes) {
    next = from + bytes.length;
    apply(new Slice(generation, from, bytes.length, lines(bytes), false, false, 0, 0, bytes));
  }

  /** Feeds a slice, which may have no text. */
  void feed(Slice slice) {
    next = slice.isHole() ? slice.end() : next;
    apply(slice);
  }

  private void apply(Slice slice) {
    Outcome outcome = state.after(slice);
    add(outcome);
    rejects.addAll(outcome.rejects());
  }

  /** Adds events grouped by run, so that the order does not depend on how the log was sliced. */
  private void add(Outcome outcome) {
    for (Outcome.RunEvents batch : outcome.events()) {
      byRun.computeIfAbsent(batch.run(), unknown -> new ArrayList<>()).addAll(batch.events());
    }
    events.clear();
    byRun.values().forEach(events::addAll);
  }

  /** Ends the log. */
  public void end() {
    add(state.end());
    publish();
  }

  /** Approximate heap use of the state in bytes. */
  long weightBytes() {
    return state.weightBytes();
  }

  public void restart() {
    state = LogAnalysis.load(source, parts, settings);
  }

  public void publish() {
    take(state.changes());
  }

  void publishWhileBusy() {
    take(state.changesWhileBusy());
  }

  private void take(Changes changes) {
    runs.putAll(changes.runs());
    changes.usage().forEach((key, value) -> usage.put(text(key), value));
    changes.ops().forEach((key, value) -> ops.put(text(key), value));
    changes.timelines().forEach((key, value) -> timelines.put(text(key), value));
    gone.addAll(changes.gone());
    changes.plans().forEach((key, value) -> plans.put(text(key), value));
    changes.alerts().forEach((key, value) -> alerts.put(text(key), value));
  }

  OpUsage op(String memory, String op) {
    return ops.get("log#1 0 " + memory).ops().stream()
        .filter(usage -> usage.op().equals(op))
        .findFirst()
        .orElseThrow();
  }

  public static int lines(byte[] bytes) {
    int lines = bytes.length > 0 && bytes[bytes.length - 1] != '\n' ? 1 : 0;
    for (byte b : bytes) {
      lines += b == '\n' ? 1 : 0;
    }
    return lines;
  }

  private static String text(MemoryKey key) {
    return key.run() + " " + key.device() + " " + key.memory();
  }

  private static String text(AlertKey key) {
    return key.run() + " " + key.device() + " " + key.memory() + " " + key.rule();
  }

  private static String text(PlanKey key) {
    return key.run() + " " + key.plan() + " " + key.page();
  }
}
