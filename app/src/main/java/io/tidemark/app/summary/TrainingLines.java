package io.tidemark.app.summary;

import io.tidemark.analysis.alert.TrainingMemory;
import io.tidemark.analysis.alert.TrainingMemory.Assumptions;
import io.tidemark.model.ByteSize;
import io.tidemark.model.MemoryEvent.Phase;
import io.tidemark.model.TerminalText;
import io.tidemark.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A trainer's summary as text: its phases, and what they mean for the device. */
final class TrainingLines {

  private final List<String> lines = new ArrayList<>();

  private TrainingLines() {}

  static List<String> of(Training training, Assumptions assumptions) {
    TrainingLines text = new TrainingLines();
    text.line("  training summary, %s; MiB of one device", training.state().word());
    training.phases().forEach(text::phase);
    text.memory(TrainingMemory.of(training, assumptions));
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

  private void phase(Phase phase) {
    line(
        "    %-32s peak %10.2f  change %+10.2f  current %10.2f",
        TerminalText.of(phase.name()),
        ByteSize.inMib(phase.dram().peakBytes()),
        ByteSize.inMib(phase.dram().changeBytes()),
        ByteSize.inMib(phase.cumulative().currentBytes()));
  }

  private void memory(TrainingMemory memory) {
    Assumptions expected = memory.assumptions();
    part("model", memory.parts().modelBytes(), expected.modelBytes());
    part("optimizer", memory.parts().optimizerBytes(), expected.optimizerBytes());
    line("    %-20s %10.2f", "activations", ByteSize.inMib(memory.parts().activationsBytes()));
    part("gradients", memory.parts().gradientsBytes(), expected.gradientsBytes());
    line(
        "    %-20s %10.2f",
        "gradients overhead", ByteSize.inMib(memory.parts().gradientsOverheadBytes()));
    line("    %-20s %10.2f", "other", ByteSize.inMib(memory.parts().otherBytes()));
    line(
        "    peak %.2f of %.2f (%.2f %%), in %s: %s",
        ByteSize.inMib(memory.peakBytes()),
        ByteSize.inMib(expected.deviceBytes()),
        memory.usagePercent(),
        TerminalText.of(memory.peakOwner()),
        memory.fits()
            ? String.format(Locale.ROOT, "fits, %.2f left", ByteSize.inMib(memory.headroomBytes()))
            : String.format(
                Locale.ROOT,
                "does not fit, %.2f missing",
                ByteSize.inMib(-memory.headroomBytes())));
  }

  private void part(String name, long bytes, long expected) {
    if (expected == 0) {
      line("    %-20s %10.2f", name, ByteSize.inMib(bytes));
    } else {
      line(
          "    %-20s %10.2f, expected %.2f (%+.2f %%)",
          name,
          ByteSize.inMib(bytes),
          ByteSize.inMib(expected),
          TrainingMemory.differencePercent(bytes, expected));
    }
  }
}
