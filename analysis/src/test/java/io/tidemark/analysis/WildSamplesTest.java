package io.tidemark.analysis;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(3600)
class WildSamplesTest {

  @Test
  void noOrderOfLinesOfRealAndGoldenLogsThrowsAndARestartChangesNothing() {
    List<List<byte[]>> corpus = new ArrayList<>();
    CutSamplesTest.samples()
        .forEach(sample -> corpus.add(Lines.split(CutSamplesTest.read(sample))));
    // Gives the golden logs the same weight as the samples, which are long.
    while (corpus.size() < 2 * CutSamplesTest.samples().size()) {
      corpus.addAll(WildLines.golden());
    }
    corpus.removeIf(List::isEmpty);
    WildLogsTest.assertARestartChangesNothing(corpus);
  }
}
