package io.tidemark.analysis.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogRun;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Holder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who holds a memory, as a failure or the parts before it state it. */
class HeldTest {

  private static final String HEAD =
      "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a total"
          + " capacity of 16.00 GiB of which 512.00 MiB is free. ";

  private static final String TAIL =
      "Of the allocated memory 6.00 GiB is allocated by PyTorch, and 1.00 GiB is reserved by"
          + " PyTorch but unallocated.";

  private static final String OWN =
      "Including non-PyTorch memory, this process has 7.50 GiB memory in use. ";

  private static FailedAllocation failure(String text) {
    LogRun run = LogRun.of(text + "\n");
    run.end();
    return run.status().failures().newest().get(0).allocation();
  }

  private static String held(String text) {
    return failure(text).shortage().held().stream()
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
          Process 7 has 8.50 GiB memory in use. Process 8 has 7.25 GiB memory in use. | , process 7 8.50 GiB
          Process 7 has 9.00 GiB memory in use. {own}    |
          {own}15.00 GiB allowed;                        | , this process beside PyTorch 512.0 MiB
          """)
  void partsAreThoseThatCanBe(String processes, String more) {
    String text = HEAD + processes.replace("{own}", OWN).strip() + " " + TAIL;

    assertThat(held(text))
        .isEqualTo("tensors 6.00 GiB, reserved and unused 1.00 GiB" + (more == null ? "" : more));
    assertThat(held("ERROR " + text + " " + text)).isEqualTo(held(text));
  }

  @Test
  void aFailureOnACrowdedDeviceNamesNoMoreThanSixteenHolders() {
    String processes =
        IntStream.rangeClosed(101, 120)
            .mapToObj("Process %d has 100.00 MiB memory in use. "::formatted)
            .collect(Collectors.joining());

    assertThat(failure(HEAD + processes + OWN + TAIL).shortage().held())
        .extracting(Holder::name)
        .hasSize(16)
        .startsWith("tensors", "reserved and unused", "process 101")
        .endsWith("process 114");
  }

  /** A limit of PyTorch's own counts what PyTorch took, unless the device has less left. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GPU 0 has a total capacity of 64.00 GiB of which 60.00 GiB is free. Process 7 has 2.00 GiB memory in use. 2.00 GiB allowed; Of the allocated memory 1.50 GiB is allocated by PyTorch, and 128.00 MiB is reserved by PyTorch but unallocated. | 1.63 GiB of 2.00 GiB, 384.0 MiB free | tensors 1.50 GiB, reserved and unused 128.0 MiB
          GPU 0 has a total capacity of 64.00 GiB of which 60.00 GiB is free. 3.00 GiB allowed; Of the allocated memory 1.00 GiB is allocated by PyTorch, and 1.50 GiB is reserved by PyTorch but unallocated. | 2.50 GiB of 3.00 GiB, 512.0 MiB free | tensors 1.00 GiB, reserved and unused 1.50 GiB
          (GPU 0; 64.00 GiB total capacity; 1.25 GiB already allocated; 60.00 GiB free; 2.00 GiB allowed; 1.75 GiB reserved in total by PyTorch) | 1.75 GiB of 2.00 GiB, 256.0 MiB free | tensors 1.25 GiB, reserved and unused 512.0 MiB
          """)
  void aLimitLeavesWhatPyTorchHasNotTaken(String text, String of, String held) {
    String line = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB";
    FailedAllocation failed = failure(line + (text.startsWith("(") ? " " : ". ") + text);

    BankBytes bank = failed.bank();
    assertThat(
            "%s of %s, %s free"
                .formatted(
                    ByteSize.text(bank.usedPerBank()),
                    ByteSize.text(bank.bankBytes()),
                    ByteSize.text(bank.freePerBank())))
        .isEqualTo(of);
    assertThat(held(line + (text.startsWith("(") ? " " : ". ") + text)).isEqualTo(held);
  }

  /** Parts that llama.cpp placed before, of the device that the failure names. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | 2560.00 | weights 4.00 GiB, KV cache 2.00 GiB | not enough free
          0 | 1024.00 | weights 4.00 GiB, KV cache 2.00 GiB | unknown
          1 | 1024.00 | weights 1.00 GiB                    | unknown
          2 | 1024.00 |                                     | unknown
          """)
  void partsPlacedBeforeHoldTheMemory(String device, String mib, String held, String cause) {
    String log =
        """
        llama_model_load_from_file_impl: using device CUDA0 (NVIDIA GeForce RTX 3090) - 8192 MiB free
        load_tensors:        CUDA0 model buffer size =  4096.00 MiB
        load_tensors:        CUDA1 model buffer size =  1024.00 MiB
        load_tensors:   CPU_Mapped model buffer size =   256.00 MiB
        llama_kv_cache:      CUDA0 KV buffer size =  2048.00 MiB
        ggml_backend_cuda_buffer_type_alloc_buffer: allocating %s MiB on device %s: cudaMalloc failed: out of memory
        """
            .formatted(mib, device);

    assertThat(held(log)).isEqualTo(held == null ? "" : held);
    assertThat(failure(log).diagnosis().words()).isEqualTo(cause);
  }
}
