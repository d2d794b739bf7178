package io.tidemark.sink.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Shortage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdviceTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          xla-log, HBM, 10, 8, -, error_1000
          xla-log, VMEM, 10, 8, -, error_1001
          xla-log, HBM, 3, -, jit_f, error_0101
          xla-log, HBM, 3, -, -, error_0100
          xla-log, GPU, 3, -, -, -
          neuron, HBM, 10, 8, -, -
          """)
  void aFailureOnATpuLeadsToItsPage(
      String format,
      String memory,
      long needed,
      @Nullable Long capacity,
      @Nullable String program,
      @Nullable String page) {
    FailedAllocation failed =
        new FailedAllocation(
            "0",
            memory,
            Shortage.ofOneBank(new BankBytes(needed, capacity, null, null, null)),
            Diagnosis.UNKNOWN,
            null,
            program);

    assertThat(Advice.page(failed, List.of(format)))
        .isEqualTo(page == null ? "" : " See https://openxla.org/xla/errors/" + page + ".");
  }
}
