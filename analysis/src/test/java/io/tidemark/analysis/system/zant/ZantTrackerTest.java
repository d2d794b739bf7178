package io.tidemark.analysis.system.zant;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.model.LogPosition;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZantTrackerTest {

  private static final ZantFact EMPTY = new ZantFact.Plan(null, null, List.of(), 0);
  private static final long ANNOUNCED = 5;

  /** Version 1 stored the position as a byte offset, so no line counts as the next one. */
  @ParameterizedTest
  @CsvSource({"1, false", "2, true"})
  void anAnnouncementBeforeARestartCountsIfItsLineIsStored(int version, boolean counts) {
    ZantTracker before = new ZantTracker(new Plans());
    before.apply(
        new ZantFact.Trail(ZantFact.Trail.PLANNING, -1),
        new RunOutput(new Devices()).begin(new LogPosition(80, 1), ANNOUNCED, event -> {}));
    PartWriter section = new PartWriter(version);
    before.write(section);

    ZantTracker after = new ZantTracker(new Plans());
    after.read(new PartReader(section.toBytes(), after.oldestVersion(), after.version()));

    assertThat(after.expects(EMPTY, ANNOUNCED + 1)).isEqualTo(counts);
    assertThat(before.expects(EMPTY, ANNOUNCED + 1)).isTrue();
  }
}
