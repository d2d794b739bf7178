package io.tidemark.app.summary;

import io.tidemark.analysis.LogSystems;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.ByteSize;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.Peak;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.model.TerminalText;
import io.tidemark.model.Training;
import io.tidemark.model.wire.Topics;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The board as text for a terminal: what {@code watch --once} prints. */
public final class Summary {

  private static final int TOP = 12;
  private final StringBuilder out = new StringBuilder();
  private final Board board;

  private final GivenSizes sizes;

  private Summary(Board board, GivenSizes sizes) {
    this.board = board;
    this.sizes = sizes;
  }

  public static String of(Board board, GivenSizes sizes) {
    Summary summary = new Summary(board, sizes);
    board.runs().forEach(summary::run);
    CoResidence.of(board).forEach(line -> summary.line("%s", line));
    ParkedLines.of(board).forEach(line -> summary.line("%s", line));
    if (board.runs().isEmpty() && board.parked().isEmpty()) {
      summary.line("no line was read: the log is empty");
    }
    return summary.out.toString();
  }

  private void line(String format, Object... values) {
    out.append(TerminalText.of(String.format(Locale.ROOT, format, values))).append('\n');
  }

  private void run(RunId id, RunStatus status) {
    RunStatus.Lines lines = status.lines();
    line("%s", TerminalText.of(id.toString()));
    line(
        "  %,d lines: %,d facts, %,d ignored, %,d rejects; %,d snapshots; %d gaps",
        lines.read(),
        lines.fact(),
        lines.ignored(),
        lines.rejected(),
        status.snapshots(),
        status.gaps());
    if (lines.quoted() > 0) {
      line("  %s", quoted(lines.quoted()));
    }
    if (lines.rejected() > 0) {
      line(
          "  rejects began like a line of a known format and broke: rejects.json of a report, or"
              + " the");
      line("    topic %s, with format, line, column and reason", Topics.REJECTS.name());
    } else if (status.formats().isEmpty()) {
      line("  no log of a known format was found; looked for");
      LogSystems.ALL.formats().signs().forEach(sign -> line("    %s", sign));
    }
    if (status.formats().contains(Tenstorrent.RUNTIME) && !tellsMemory(id, status)) {
      line("  no memory lines: is the runtime built with TT_RUNTIME_DEBUG=ON, and its memory log");
      line("    level set (TT_RUNTIME_MEMORY_LOG_LEVEL=operation)?");
    }
    boolean plans = board.plans().keySet().stream().anyMatch(key -> key.run().equals(id));
    if (status.formats().contains(TpuMlir.RECORDS) && !plans) {
      line("  no placement records: is the compiler a DEBUG build, run with");
      line("    --debug-only=lmem_assign and a layer-group debugger file?");
    }
    board.usage().forEach((key, usage) -> memory(id, key, usage));
    RunStatus.TurnedAway without = status.tracking().turnedAway();
    if (without != null) {
      line(
          "  no room for some %,d more devices and %,d more memories: of them nothing is kept",
          without.devices(), without.memories());
    }
    status.failures().newest().forEach(this::failure);
    if (status.failures().declined() != null) {
      line(
          "  %,d requests turned down by an allocator, no failures: their callers can do without,",
          status.failures().declined());
      line("    with more memory they may be faster");
    }
    board.alerts().forEach((key, alert) -> alert(id, key, alert));
    Training training = status.training();
    if (training != null && !training.phases().isEmpty()) {
      TrainingLines.of(training, sizes.about(training)).forEach(line -> line("%s", line));
    }
    if (status.tracking().flatAttribution()) {
      line("  attribution is flat: the log has no op lines, so nesting is unknown");
    }
    board.ops().forEach((key, table) -> growth(id, key, table));
    board
        .plans()
        .forEach(
            (key, record) -> {
              if (key.run().equals(id) && record instanceof PlanRecord.Summary plan) {
                PlanLines.of(key.plan(), plan).forEach(line -> line("%s", line));
              }
            });
  }

  /** Lines that read like a logger's, and are counted alone. */
  public static String quoted(long lines) {
    return String.format(
        Locale.ROOT,
        lines == 1
            ? "%,d quoted line (no logger wrote it)"
            : "%,d quoted lines (no logger wrote them)",
        lines);
  }

  private boolean tellsMemory(RunId id, RunStatus status) {
    return status.failures().count() > 0
        || board.usage().keySet().stream().anyMatch(key -> key.run().equals(id));
  }

  private void memory(RunId run, MemoryKey key, MemoryUsage usage) {
    if (!key.run().equals(run)) {
      return;
    }
    int banks = usage.now().banks();
    long capacity = usage.now().capacityBytes();
    String size =
        capacity == 0
            ? ""
            : banks == 1
                ? String.format(Locale.ROOT, "%.3f MiB", ByteSize.inMib(capacity))
                : String.format(
                    Locale.ROOT, "%d banks x %.3f MiB", banks, ByteSize.inMib(capacity) / banks);
    line("  device %s %-8s %s", key.device(), key.memory(), size);
    peak("highest snapshot", usage.highestSnapshot(), banks, capacity);
    peak("tidemark", usage.tidemark(), banks, capacity);
  }

  private void peak(String what, Peak peak, int banks, long capacity) {
    String share =
        capacity == 0
            ? ""
            : String.format(Locale.ROOT, " (%.2f %%)", 100.0 * peak.usedBytes() / capacity);
    String source = "";
    if (peak.fromErrorLine()) {
      source =
          String.format(
              Locale.ROOT,
              ", from the out-of-memory line: %,d B allocated per bank",
              peak.usedBytes() / banks);
    } else if (peak.before() == null && peak.culprit().location() != null) {
      // A file that states memory after its ops: no op is about to run.
      String op = peak.raisedBy() == null ? "" : ", after " + TerminalText.of(peak.raisedBy());
      source = op + ", at " + TerminalText.of(peak.culprit().location());
    } else if (peak.raisedBy() != null || peak.before() != null) {
      source =
          ", raised by "
              + TerminalText.of(peak.raisedBy())
              + ", seen before "
              + TerminalText.of(peak.before());
    }
    String of = banks == 1 ? "MiB" : "MiB per bank";
    line(
        "    %-17s %.3f %s%s%s", what, ByteSize.inMib(peak.usedBytes()) / banks, of, share, source);
  }

  private void alert(RunId run, AlertKey key, Alert alert) {
    if (key.run().equals(run)) {
      line(
          "  %s %s%s: %s",
          key.rule().severity().label(),
          key.rule().alert(),
          alert.active() ? "" : " (over)",
          TerminalText.of(alert.sentence()));
    }
  }

  private void failure(MemoryEvent.OutOfMemory failure) {
    List<String> figures = new ArrayList<>();
    String needed = failure.shortage().banks() == 1 ? "needed %,d B" : "needed %,d B per bank";
    figure(figures, needed, failure.bank().neededPerBank());
    figure(figures, "of %,d B", failure.bank().bankBytes());
    figure(figures, "free %,d B", failure.bank().freePerBank());
    figure(figures, "largest free block %,d B", failure.bank().largestFreePerBank());
    figure(figures, "missing %,d B", failure.missingPerBank());
    line(
        "  OUT OF MEMORY %s on device %s%s%s: %s: %s",
        TerminalText.of(failure.memory()),
        failure.device(),
        failure.where() == null ? "" : ", " + TerminalText.of(failure.where()),
        failure.during() == null ? "" : " during " + TerminalText.of(failure.during()),
        String.join(", ", figures),
        failure.diagnosis().words());
  }

  private static void figure(List<String> figures, String words, @Nullable Long bytes) {
    if (bytes != null) {
      figures.add(String.format(Locale.ROOT, words, bytes));
    }
  }

  private void growth(RunId run, MemoryKey key, OpTable table) {
    MemoryUsage usage = board.usage().get(key);
    if (!key.run().equals(run) || usage == null) {
      return;
    }
    int banks = usage.now().banks();
    List<OpUsage> grown =
        table.ops().stream()
            .filter(op -> op.growthBytes() > 0)
            .sorted(Comparator.comparingLong(OpUsage::growthBytes).reversed())
            .limit(TOP)
            .toList();
    if (!grown.isEmpty()) {
      line("  growth of %s on device %s, MiB per bank", key.memory(), key.device());
      grown.forEach(
          op ->
              line(
                  "    %10.3f  %s (%,d times)",
                  ByteSize.inMib(op.growthBytes()) / banks, TerminalText.of(op.op()), op.count()));
    }
  }
}
