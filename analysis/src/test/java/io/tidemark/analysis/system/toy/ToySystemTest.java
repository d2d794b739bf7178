package io.tidemark.analysis.system.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanRecord;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A new system needs only its own package and an entry in a list of systems. */
class ToySystemTest {

  private static final LogSystems SYSTEMS = with(LogSystems.ALL, new ToySystem());
  private static final Settings SETTINGS = new Settings(Thresholds.DEFAULT, SYSTEMS);
  private static final String FIRST = "toy> memory used 10 of 100 on dev0\nbooting\n";
  private static final String SECOND = "toy> memory used 30 of 100 on dev0\ntoy> memory used\n";
  private static final RunId RUN = new RunId("log", 1);
  private static final MemoryKey MEMORY = new MemoryKey(RUN, "dev0", "TOY");

  private static Slice slice(String text, int offset, int lines) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Slice("file", offset, bytes.length, lines, false, false, 0, 0, bytes);
  }

  @Test
  void itsLinesAreReadByItsFormat() {
    byte[] line = "toy> memory used 10 of 100 on dev0".getBytes(StandardCharsets.UTF_8);
    assertThat(SYSTEMS.formats().names()).contains("toy", "tenstorrent");
    assertThat(SYSTEMS.formats().parse(line, 0, line.length))
        .isEqualTo(new ToyFact("dev0", 10, 100));
    assertThat(LogSystems.ALL.formats().parse(line, 0, line.length))
        .isEqualTo(Parsed.Ignored.IGNORED);
  }

  @Test
  void itsRunIsTrackedStoredRestoredAndPublished() {
    HeapParts parts = new HeapParts();
    LogAnalysis.load("log", parts, SETTINGS).after(slice(FIRST, 0, 2));

    LogAnalysis restored = LogAnalysis.load("log", parts, SETTINGS);
    Outcome outcome = restored.after(slice(SECOND, FIRST.length(), 2));
    restored.end();

    Changes changes = restored.changes();
    assertThat(restored.restartedSections()).isEmpty();
    assertThat(outcome.rejects()).singleElement().matches(reject -> reject.format().equals("toy"));
    assertThat(changes.runs().get(RUN).formats()).containsExactly("toy");
    assertThat(changes.runs().get(RUN).snapshots()).isEqualTo(2);
    assertThat(changes.usage().get(MEMORY).now().usedBytes()).isEqualTo(30);
    assertThat(changes.usage().get(MEMORY).tidemark().usedBytes()).isEqualTo(30);
    assertThat(changes.plans().values())
        .filteredOn(PlanRecord.Summary.class::isInstance)
        .singleElement()
        .extracting(plan -> ((PlanRecord.Summary) plan).arenaBytes())
        .isEqualTo(40L);
  }

  @Test
  void aStateThatWasStoredWithItIsReadWithoutIt() {
    HeapParts parts = new HeapParts();
    LogAnalysis.load("log", parts, SETTINGS).after(slice(FIRST, 0, 2));

    LogAnalysis without = LogAnalysis.load("log", parts);
    without.after(slice(SECOND, FIRST.length(), 2));

    assertThat(without.restartedSections()).isEmpty();
    assertThat(without.changes().usage().get(MEMORY).now().usedBytes()).isEqualTo(10);
  }

  private static LogSystems with(LogSystems systems, LogSystem more) {
    return new LogSystems(Stream.concat(systems.systems().stream(), Stream.of(more)).toList());
  }

  @Test
  void noTwoSystemsHaveAName() {
    assertThatThrownBy(() -> with(SYSTEMS, new ToySystem()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("toy is declared twice");
  }
}
