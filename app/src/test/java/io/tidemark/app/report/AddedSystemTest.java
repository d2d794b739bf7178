package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.event.MemoryView;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log system that only this test defines is reported like any other. */
class AddedSystemTest {

  private static final String NAME = "abacus";
  private static final String BEGIN = "abacus holds ";

  @TempDir Path folder;

  /** {@code abacus holds 7}: bytes of its only memory. */
  private record Beads(long bytes) implements Fact {
    @Override
    public String format() {
      return NAME;
    }
  }

  private static final class BeadsFormat extends LineFormat {
    BeadsFormat() {
      super(NAME);
    }

    @Override
    public Parsed unmarked(byte[] bytes, int head, int start, int end) {
      String line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
      return line.startsWith(BEGIN)
          ? new Beads(Long.parseLong(line.substring(BEGIN.length())))
          : Parsed.Ignored.IGNORED;
    }
  }

  private static final class BeadsTracker implements SystemTracker {
    @Override
    public void apply(Fact fact, RunOutput out) {
      if (fact instanceof Beads beads) {
        long free = 100 - beads.bytes();
        out.stated("0", new MemoryView("RODS", 1, 100, beads.bytes(), free, free));
      }
    }

    @Override
    public Section<?> section() {
      return new Section<>(Nothing.class, Nothing::new, nothing -> {});
    }

    private record Nothing() {}
  }

  private static final class Abacus implements LogSystem {
    @Override
    public String name() {
      return NAME;
    }

    @Override
    public List<LineFormat> lineFormats() {
      return List.of(new BeadsFormat());
    }

    @Override
    public SystemTracker newTracker(RunContext context) {
      return new BeadsTracker();
    }
  }

  @Test
  void itsMemoryStandsInTheSummary() throws Exception {
    Path log = Files.writeString(folder.resolve("a.log"), "abacus holds 7\nabacus holds 42\n");
    List<LogSystem> systems = new ArrayList<>(LogSystems.ALL.systems());
    systems.add(new Abacus());
    Settings settings = new Settings(Thresholds.DEFAULT, new LogSystems(systems));
    Report report = new Report(LogAtRest.of(List.of(log), settings).get(0));
    assertThat(report.read().text().orElseThrow())
        .contains("2 snapshots")
        .contains("RODS")
        .contains("42");
  }
}
