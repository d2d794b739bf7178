package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.system.xla.XlaOomFact.Capacity;
import io.tidemark.analysis.system.xla.XlaOomFact.Exceeded;
import io.tidemark.analysis.system.xla.XlaOomFact.Row;
import io.tidemark.analysis.system.xla.XlaOomFact.Unallocatable;
import io.tidemark.analysis.system.xla.XlaOomFact.Unreservable;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.log.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Programs that do not fit, each reported once even if its text is printed repeatedly. A failed
 * reservation is reported after the table below it, which states the memory and exact figures.
 *
 * <pre>
 *   reservation ─▶ pending ─ capacity, rows ─▶ last row or any other line ─▶ Snapshot, OutOfMemory
 * </pre>
 */
@Stored
final class XlaFailures {

  /** No text states which of several equal devices it is about. */
  private static final String DEVICE = "0";

  /** Name of the memory, as in a dump of an unknown platform. */
  static final String UNNAMED = "DEFAULT";

  private final Repeats repeats = new Repeats();
  private @Nullable Unreservable pending;
  private String memory = UNNAMED;
  private long capacity = -1;
  private long held = -1;
  private long needed = -1;

  void apply(XlaOomFact fact, RunOutput out) {
    if (pending != null && fact instanceof Capacity line) {
      memory = OpNameLimiter.cut(line.memory());
      capacity = line.bytes();
    } else if (pending != null && fact instanceof Row row) {
      row(row, out);
    } else {
      close(out);
    }
    if (fact instanceof Exceeded line) {
      String key = line.memory() + ' ' + line.neededBytes() + ' ' + line.limitBytes();
      String where = line.where() == null ? null : firstSentence(line.where());
      if (repeats.isNew(key + ' ' + where)) {
        BankBytes bank = BankBytes.stated(line.neededBytes(), line.limitBytes(), -1, -1, -1);
        out.failed(failure(out.at(), OpNameLimiter.cut(line.memory()), bank, where));
      }
    } else if (fact instanceof Unallocatable line) {
      if (repeats.isNew("" + line.neededBytes())) {
        out.failed(failure(out.at(), UNNAMED, BankBytes.needed(line.neededBytes()), null));
      }
    } else if (fact instanceof Unreservable line
        && repeats.isNew(line.neededBytes() + " beside " + line.freeBytes())) {
      pending = line;
    }
  }

  private static String firstSentence(String where) {
    int stop = where.indexOf(". ");
    return OpNameLimiter.cut(stop < 0 ? where : where.substring(0, stop));
  }

  private void row(Row row, RunOutput out) {
    long bytes = Math.max(0, row.bytes());
    switch (row.name()) {
      case "Currently allocated" -> held = bytes;
      case "Program requirement" -> needed = bytes;
      case "Available after request" -> close(out);
      default -> {}
    }
  }

  /** Completes the pending failure. */
  void close(RunOutput out) {
    Unreservable line = pending;
    if (line == null) {
      return;
    }
    long free = capacity >= 0 && held >= 0 ? Math.max(0, capacity - held) : line.freeBytes();
    long largest = Math.min(free, line.reservableBytes());
    if (capacity >= 0 && held >= 0) {
      out.stated(DEVICE, new MemoryView(memory, 1, capacity, held, free, largest));
    }
    long bytes = needed >= 0 ? needed : line.neededBytes();
    BankBytes bank = BankBytes.stated(bytes, capacity, held, free, largest);
    out.failed(failure(out.at(), memory, bank, null));
    pending = null;
    memory = UNNAMED;
    capacity = -1;
    held = -1;
    needed = -1;
  }

  private static OutOfMemory failure(
      LogPosition at, String name, BankBytes bank, @Nullable String where) {
    return new OutOfMemory(
        at, DEVICE, name, Shortage.ofOneBank(bank), Diagnosis.of(bank), where, null);
  }
}
