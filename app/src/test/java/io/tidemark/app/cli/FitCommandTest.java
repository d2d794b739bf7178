package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.app.Here;
import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class FitCommandTest {

  private static final double WEIGHTS_MIB = 3072.5;

  @TempDir Path folder;

  private Path write(String path, String text) throws IOException {
    Path log = folder.resolve(path);
    Files.createDirectories(log.getParent());
    return Files.writeString(log, text);
  }

  /** What llama.cpp prints, up to its compute buffer. */
  private static String start(long context) {
    return String.format(
        Locale.ROOT,
        """
        llama_model_load_from_file_impl: using device CUDA0 (NVIDIA GeForce RTX 3090) - 8192 MiB free
        load_tensors:      CUDA0 model buffer size =  %.2f MiB
        llama_kv_cache:      CUDA0 KV buffer size =   %.2f MiB
        """,
        WEIGHTS_MIB,
        context / 8.0);
  }

  private Path llama(long context) throws IOException {
    String last =
        String.format(
            Locale.ROOT,
            "llama_context:      CUDA0 compute buffer size =   %.2f MiB%n",
            64 + context / 64.0);
    return write("context=%d/run.log".formatted(context), start(context) + last);
  }

  private Path failed(long context) throws IOException {
    return write(
        "context=%d/run.log".formatted(context),
        start(context)
            + "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 1536.00 MiB on device 0:"
            + " cudaMalloc failed: out of memory\n");
  }

  /** The summary of a training with a fixed overhead and activations that grow with the batch. */
  private Path training(int batch) throws IOException {
    double model = 2104.53;
    double optimizer = 2 * model;
    double activations = 90.25 * batch + 7 * Math.sin(batch);
    double overhead = 40 + 14.5 * batch;
    return write(
        "fit/batch=%d.log".formatted(batch),
        "=== Memory Usage Summary ===\n\n"
            + phase("ENTRY", 0, 0, 0)
            + phase("MODEL_CREATION", 0, model, model)
            + phase("OPTIMIZER_CREATION", model, optimizer, optimizer)
            + phase("FORWARD_PASS_micro_0", model + optimizer, activations, activations)
            + phase(
                "BACKWARD_PASS_micro_0",
                model + optimizer + activations,
                overhead,
                model - activations));
  }

  private static String phase(String name, double before, double peak, double change) {
    return String.format(
        Locale.ROOT,
        """
        --- %s ---
          DRAM: Segment Peak %.2f MB, Allocations %.2f MB, Deallocations %.2f MB, Segment Change %+.2f MB
          DRAM: Cumulative Peak %.2f MB, Cumulative Current %.2f MB
          L1: Peak CB 0.29 MB, Peak Buffer 0.00 MB, Peak Total 0.29 MB
        """,
        name,
        peak,
        peak,
        peak - change,
        change,
        before + peak,
        before + change);
  }

  @Test
  void theLargestContextThatFitsAndItsPartsArePrinted() throws Exception {
    Here fit = Here.run("fit", llama(2048), llama(8192), llama(16384));

    assertThat(fit.printed())
        .isEqualTo(
            """
            context 35950 fits: 8.00 GiB of 8.00 GiB, 32.0 KiB left; 35951 needs 8.00 GiB of 8.00 \
            GiB; from 3 runs, at most 0.0 % off the lines
            part      per context  fixed     at 35950
            weights   0 B          3.00 GiB  3.00 GiB
            KV cache  128.0 KiB    0 B       4.39 GiB
            compute   16.0 KiB     64.0 MiB  625.7 MiB
            """);
    assertThat(fit.exit()).isZero();
  }

  @Test
  void aThirdRunIsWithinFivePerCentOfThePredictionFromTwo() throws Exception {
    Here two = Here.run("fit", "--json", training(8), training(16));
    Here three = Here.run("fit", "--json", folder.resolve("fit"), training(32));

    double predicted = 0;
    for (JsonNode part : Json.MAPPER.readTree(two.printed()).get("parts")) {
      predicted += part.get("fixed").asDouble() + 32 * part.get("perUnit").asDouble();
    }
    JsonNode all = Json.MAPPER.readTree(three.printed());
    JsonNode third = all.get("points").get(2);
    assertThat(third.get("value").asInt()).isEqualTo(32);
    double peak = third.get("where").get("peakBytes").asDouble();
    assertThat(predicted / peak).isCloseTo(1, within(0.05)).isNotEqualTo(1);
    assertThat(all.get("parts").findValuesAsString("name"))
        .containsExactlyInAnyOrder("model", "optimizer", "activations", "overhead");
    assertThat(all.get("off").asDouble()).isBetween(0.0001, 0.01);
  }

  @Test
  void aRunThatFailedIsABound() throws Exception {
    Here fit = Here.run("fit", llama(2048), llama(8192), failed(30000));

    assertThat(fit.printed())
        .startsWith("context 8192 fits: 4.")
        .contains("; 30000 failed, although the lines give 7.18 GiB of 8.00 GiB, so that no ");
  }

  @Test
  void logsWhoseNamesDifferInOneNumberNeedNoLabel() throws Exception {
    Path small = Files.move(llama(2048), folder.resolve("v2_ctx2048.log"));
    Path large = Files.move(llama(8192), folder.resolve("v2_ctx8192.log"));
    Path other = Files.move(llama(16384), folder.resolve("v3_ctx16384.log"));

    assertThat(Here.run("fit", small, large).printed()).startsWith("ctx 32768 fits: ");
    assertThat(Here.run("fit", small, large, other).complained())
        .contains("the runs have no label");
    for (String name : List.of("rank", "train_2024010", "nightly")) {
      Path first = Files.copy(small, folder.resolve(name + "1.log"));
      Path second = Files.copy(large, folder.resolve(name + "2.log"));
      assertThat(Here.run("fit", first, second).complained()).contains("the runs have no label");
    }
  }

  /** A trainer's steps state no size of the device; PyTorch's error does. */
  @Test
  void theSizeThatOnlyAFailureStatesCounts() throws Exception {
    for (int batch : new int[] {4, 8}) {
      write(
          "batch=%d/run.log".formatted(batch),
          "{'loss': 1.2, 'memory(GiB)': %d.5, 'global_step/max_steps': '1/9'}%n".formatted(batch));
    }
    write(
        "batch=32/run.log",
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total"
            + " capacity of 23.69 GiB of which 40.00 MiB is free.\n");

    assertThat(Here.run("fit", folder.resolve("**")).printed())
        .startsWith("batch 23 fits: 23.50 GiB of 23.69 GiB, 194.6 MiB left; 24 needs 24.50 GiB");
  }

  @Test
  void oneRunThatFitsIsAnAnswerBesideOneThatFailed() throws Exception {
    Here fit = Here.run("fit", llama(2048), failed(65536));

    assertThat(fit.exit()).isZero();
    assertThat(fit.printed())
        .isEqualTo(
            "context 2048 fits: 3.34 GiB of 8.00 GiB, context 65536 failed; no number between or"
                + " above the runs is computed: want two different ones with a peak of the same"
                + " memory; from 1 run; failed, so only lower bounds: 65536\n");
  }

  @Test
  void failedRunsAloneHaveNoAnswer() throws Exception {
    Here fit = Here.run("fit", failed(30000), failed(65536));

    assertThat(fit.exit()).isEqualTo(4);
    assertThat(fit.printed()).startsWith("context 30000 failed, context 65536 failed; no number");
  }

  /** The buffers of one program, compiled for two batches; its padding does not grow with them. */
  @Test
  void whatDoesNotGrowLinearlyIsNotExtended() throws Exception {
    Path xla = Samples.path("xla/tpu_v5e_libtpu0.0.42.1_train_step_fits-buffer-assignment.txt");
    Path fits = folder.resolve("xla/batch=16/a.txt");
    Path large = folder.resolve("xla/batch=48/a.txt");
    Files.createDirectories(fits.getParent());
    Files.createDirectories(large.getParent());
    Files.copy(xla, fits);
    Files.copy(Path.of(xla.toString().replace("fits", "oom_b48")), large);

    Here fit = Here.run("fit", "--device-memory", "15.75GiB", folder.resolve("xla"));

    assertThat(fit.exit()).isZero();
    assertThat(fit.printed())
        .startsWith("batch 16 fits: 14.88 GiB of 15.75 GiB, batch 48 needs 45.03 GiB of 15.75")
        .contains("; no number between or above the runs is computed: not linear in batch")
        .contains("\ntemporary  not linear", "\nparameter  8.50 KiB ");
  }

  @Test
  void anotherDeviceMayBeSmaller() throws Exception {
    Here fit = Here.run("fit", "--device-memory", "4GiB", llama(2048), llama(8192));

    assertThat(fit.printed()).startsWith("context 6823 fits: 4.00 GiB of 4.00 GiB, ");
  }

  @Test
  void aPlanLargerThanTheMemoryStillStatesItsNeed() throws Exception {
    Here fit = Here.run("fit", llama(8192), llama(16384), llama(65536));

    assertThat(fit.printed()).startsWith("context 35950 fits: ").contains("; from 3 runs, ");
  }

  @Test
  void theHoldersOfAMeasuredMemoryAreThoseOfItsPlan() throws Exception {
    for (int context : new int[] {2048, 8192}) {
      long used = (long) WEIGHTS_MIB + context / 8 + 500;
      write(
          "context=%d/run.log".formatted(context),
          start(context)
              + "llama_memory_breakdown_print: |   - CUDA0 (RTX 5090)   | 8192 = %d + (%d = %d + %d + 500) + 0 |\n"
                  .formatted(8192 - used, used, (long) WEIGHTS_MIB, context / 8));
    }
    Here fit = Here.run("fit", folder.resolve("**"));

    assertThat(fit.printed()).contains("\nKV cache  128.0 KiB ").contains("\nothers    0 B ");
  }

  @Test
  void ofRunsWithTheSameLabelsTheWorstCounts() throws Exception {
    llama(2048);
    llama(8192);
    write("context=8192/warm-up.log", start(1024));
    Here fit = Here.run("fit", folder.resolve("**"));

    assertThat(fit.printed()).startsWith("context 32768 fits: ").contains("; from 2 runs, ");
  }

  @Test
  void theLabelIsNamedWhereSeveralDiffer() throws Exception {
    Path one = write("batch=4,context=2048,user=ann.log", start(2048));
    Path other = write("batch=8,context=4096,user=bob.log", start(4096));

    assertThat(Here.run("fit", one, other).complained())
        .isEqualTo(
            "tidemark: --by (not given): the labels of the runs are {batch=[4, 8], context=[2048,"
                + " 4096], user=[ann, bob]}; want one of batch, context\n");
    assertThat(Here.run("fit", "--by", "user", one, other).exit()).isEqualTo(2);
    assertThat(Here.run("fit", "--by", "batch", one, other).printed())
        .startsWith("batch 32 fits: ")
        .contains("; the runs also differ in context, user\n");
  }

  @Test
  void runsWithoutTwoNumbersAreRefused() throws Exception {
    Path one = llama(2048);
    Here same = Here.run("fit", one);

    assertThat(same.exit()).isEqualTo(2);
    assertThat(same.complained())
        .isEqualTo(
            "tidemark: --by (not given): the labels of the runs are {context=[2048]}; want one"
                + " with two different numbers, as of fit/batch=8/run.log, or bs8.log, bs16.log\n");
    Here without = Here.run("fit", one, llama(4096), write("run.log", start(8)));
    assertThat(without.exit()).isEqualTo(2);
    assertThat(without.complained())
        .endsWith("/run.log#1: no label context; want one, as of context=8/run.log\n");
  }
}
