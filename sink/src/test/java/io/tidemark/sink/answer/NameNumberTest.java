package io.tidemark.sink.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameNumberTest {

  @ParameterizedTest
  @CsvSource({
    "run_bs8.log, run_bs16.log, bs, 8, 16",
    "r2-batch-size-4.log, r2-batch-size-8.log, batch-size, 4, 8",
    "4-ctx2048.log, 4-ctx4096.log, ctx, 2048, 4096"
  })
  void theOneSizeThatDiffersIsTheLabel(
      String one, String other, String name, String first, String second) {
    assertThat(NameNumber.labels(List.of(one, other)))
        .isEqualTo(Map.of(one, Map.of(name, first), other, Map.of(name, second)));
  }

  @ParameterizedTest
  @CsvSource({
    "rank1.log, rank2.log",
    "bs8_ctx1.log, bs16_ctx2.log",
    "train_bs8.log, eval_bs16.log",
    "job-2026.log, job-2027.log",
    "zebs8.log, zebs16.log"
  })
  void namesThatDifferInNoSizeOrInMoreHaveNoLabel(String one, String other) {
    assertThat(NameNumber.labels(List.of(one, other))).isEmpty();
  }
}
