package io.tidemark.app.summary;

import io.tidemark.model.ByteSize;
import io.tidemark.model.TerminalText;
import io.tidemark.model.event.MemoryEvent.Phase;
import io.tidemark.model.training.Training;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.sink.verdict.TrainingVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A trainer's summary as text: its phases, and the result for the device. */
final class TrainingLines {

  /** A longer name has a line of its own. */
  private static final int NAME_WIDTH = 21;

  private final List<String> lines = new ArrayList<>();

  private TrainingLines() {}

  static List<String> of(Training training) {
    TrainingLines text = new TrainingLines();
    text.head(training);
    training.phases().forEach(text::phase);
    TrainingMemory memory = training.memory();
    if (memory != null) {
      text.memory(memory, TrainingVerdict.of(training));
    }
    if (training.checks().peakUnreliable()) {
      text.line("    the peak is unreliable: phases of one name hid each other, it may be higher");
    }
    if (training.checks().inconsistent() > 0) {
      text.line(
          "    %d sums do not hold: the log is cut, or two outputs are in it",
          training.checks().inconsistent());
    }
    return text.lines;
  }

  private void line(String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values));
  }

  private void head(Training training) {
    String name = training.model().name();
    if (name != null) {
      line("  training %s", TerminalText.of(name));
    }
    Long parameters = training.parameters();
    line(
        "  training summary, %s%s; MiB of one device",
        training.state().word(),
        parameters == null ? "" : String.format(Locale.ROOT, ", %,d parameters", parameters));
    line(
        "    %-21s %8s %8s %8s %9s %8s %8s",
        "phase", "peak", "alloc", "freed", "change", "so far", "current");
  }

  private void phase(Phase phase) {
    String name = TerminalText.of(phase.name());
    if (name.length() > NAME_WIDTH) {
      line("    %s", name);
      name = "";
    }
    line(
        "    %-21s %8.2f %8.2f %8.2f %+9.2f %8.2f %8.2f",
        name,
        ByteSize.inMib(phase.dram().peakBytes()),
        ByteSize.inMib(phase.dram().allocatedBytes()),
        ByteSize.inMib(phase.dram().freedBytes()),
        ByteSize.inMib(phase.dram().changeBytes()),
        ByteSize.inMib(phase.cumulative().cumulativePeakBytes()),
        ByteSize.inMib(phase.cumulative().currentBytes()));
    if (phase.l1().totalPeakBytes() > 0) {
      line(
          "      L1 peaks: circular buffers %.2f, buffers %.2f, total %.2f",
          ByteSize.inMib(phase.l1().circularBufferPeakBytes()),
          ByteSize.inMib(phase.l1().bufferPeakBytes()),
          ByteSize.inMib(phase.l1().totalPeakBytes()));
    }
  }

  private void memory(TrainingMemory memory, TrainingVerdict verdict) {
    memory.table().forEach(this::part);
    String owner = memory.peakOwner();
    line(
        "    peak %.2f of %.2f (%.2f %%)%s: %s, %.2f %s",
        ByteSize.inMib(memory.peakBytes()),
        ByteSize.inMib(memory.assumptions().deviceBytes()),
        100 * memory.usageRatio(),
        owner == null ? "" : ", in " + TerminalText.of(owner),
        verdict.words(),
        ByteSize.inMib(Math.abs(memory.headroomBytes())),
        memory.fits() ? "left" : "missing");
  }

  private void part(TrainingMemory.Part part) {
    Long expected = part.expectedBytes();
    if (expected == null) {
      line("    %-20s %10.2f", part.name(), ByteSize.inMib(part.actualBytes()));
    } else {
      line(
          "    %-20s %10.2f, expected %.2f (%+.2f %%)",
          part.name(),
          ByteSize.inMib(part.actualBytes()),
          ByteSize.inMib(expected),
          TrainingMemory.differencePercent(part.actualBytes(), expected));
    }
  }
}
