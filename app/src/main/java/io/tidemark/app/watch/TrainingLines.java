package io.tidemark.app.watch;

import io.tidemark.analysis.alert.TrainingMemory;
import io.tidemark.analysis.alert.TrainingMemory.Assumptions;
import io.tidemark.model.MemoryEvent.Phase;
import io.tidemark.model.TerminalText;
import io.tidemark.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A trainer's summary as text: its phases, and what they mean for the device. */
final class TrainingLines {

  private static final double MIB = 1 << 20;

  private final List<String> lines = new ArrayList<>();

  private TrainingLines() {}

  static List<String> of(Training training, Assumptions assumptions) {
    TrainingLines text = new TrainingLines();
    text.line("  training summary, %s; MiB of one device", training.state());
    training.phases().forEach(text::phase);
    text.memory(TrainingMemory.of(training, assumptions));
    if (training.peakUnreliable()) {
      text.line("    the peak is unreliable: phases of one name hid each other, it may be higher");
    }
    if (training.inconsistent() > 0) {
      text.line(
          "    %d sums do not hold: the log is cut, or two outputs are in it",
          training.inconsistent());
    }
    return text.lines;
  }

  private void line(String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values));
  }

  private void phase(Phase phase) {
    line(
        "    %-32s peak %10.2f  change %+10.2f  current %10.2f",
        TerminalText.of(phase.name()),
        phase.peakBytes() / MIB,
        phase.changeBytes() / MIB,
        phase.currentBytes() / MIB);
  }

  private void memory(TrainingMemory memory) {
    Assumptions expected = memory.assumptions();
    part("model", memory.modelBytes(), expected.modelBytes());
    part("optimizer", memory.optimizerBytes(), expected.optimizerBytes());
    line("    %-20s %10.2f", "activations", memory.activationsBytes() / MIB);
    part("gradients", memory.gradientsBytes(), expected.gradientsBytes());
    line("    %-20s %10.2f", "gradients overhead", memory.gradientsOverheadBytes() / MIB);
    line("    %-20s %10.2f", "other", memory.otherBytes() / MIB);
    line(
        "    peak %.2f of %.2f (%.2f %%), in %s: %s",
        memory.peakBytes() / MIB,
        expected.deviceBytes() / MIB,
        memory.usagePercent(),
        TerminalText.of(memory.peakOwner()),
        memory.fits()
            ? String.format(Locale.ROOT, "fits, %.2f left", memory.headroomBytes() / MIB)
            : String.format(
                Locale.ROOT, "does not fit, %.2f missing", -memory.headroomBytes() / MIB));
  }

  private void part(String name, long bytes, long expected) {
    if (expected == 0) {
      line("    %-20s %10.2f", name, bytes / MIB);
    } else {
      line(
          "    %-20s %10.2f, expected %.2f (%+.2f %%)",
          name, bytes / MIB, expected / MIB, TrainingMemory.differencePercent(bytes, expected));
    }
  }
}
