package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogRun;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.FailedAllocation;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who holds a memory, as PyTorch's failure states it. */
class HeldTest {

  private static final String HEAD =
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a total"
          + " capacity of 16.00 GiB of which 512.00 MiB is free. ";

  private static final String TAIL =
      "Of the allocated memory 6.00 GiB is allocated by PyTorch, and 1.00 GiB is reserved by"
          + " PyTorch but unallocated.";

  private static final String OWN =
      "Including non-PyTorch memory, this process has 7.50 GiB memory in use. ";

  private static String held(String text) {
    FailedAllocation failed =
        LogRun.of((text + "\n").getBytes(UTF_8))
            .runs
            .firstEntry()
            .getValue()
            .failures()
            .newest()
            .get(0)
            .allocation();
    return failed.shortage().held().stream()
        .map(holder -> holder.name() + " " + ByteSize.text(holder.heldAtPeakBytes()))
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Process 7 has 5.00 GiB memory in use. {own}    | , process 7 5.00 GiB, this process beside PyTorch 512.0 MiB
          {own}Process 7 has 5.00 GiB memory in use.     | , process 7 5.00 GiB, this process beside PyTorch 512.0 MiB
          Process 7 has 17179869184.00 GiB memory in use. {own} | , this process beside PyTorch 512.0 MiB
          Process 7 has 7.50 GiB memory in use.          |
          Process 7 has 7.50 GiB memory in use. Process 8 has 6.00 GiB memory in use. | , process 8 6.00 GiB
          Process 7 has 9.00 GiB memory in use. {own}    |
          {own}15.00 GiB allowed;                        | , this process beside PyTorch 512.0 MiB
          """)
  void partsAreThoseThatCanBe(String processes, String more) {
    String text = HEAD + processes.replace("{own}", OWN).strip() + " " + TAIL;

    assertThat(held(text))
        .isEqualTo("tensors 6.00 GiB, reserved and unused 1.00 GiB" + (more == null ? "" : more));
    assertThat(held("ERROR " + text + " " + text)).isEqualTo(held(text));
  }
}
