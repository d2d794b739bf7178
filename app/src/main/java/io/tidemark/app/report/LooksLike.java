package io.tidemark.app.report;

import io.tidemark.app.logfile.LogFailure;
import io.tidemark.sink.answer.MissingLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The system that may have written a log without a figure, by texts that its logs are full of.
 *
 * @param marks begins of words that stand in its logs
 * @param without what the log lacks and how to get it; docs/getting-a-log.md says more
 */
record LooksLike(String system, List<String> marks, String without) {

  private static final int READ_BYTES = 4 << 20;

  private static final String NO_ROW =
      "its sentences can be read by a message file, see docs/messages.md";

  /** Those whose marks stand in logs of others, too, come last. */
  private static final List<LooksLike> KNOWN =
      List.of(
          new LooksLike(
              "tt-train",
              List.of("tt-train", "tt_train", "nano_gpt"),
              "memory lines need --track_memory"),
          new LooksLike(
              "tt-metal",
              List.of(
                  "tt_metal", "tt-metal", "TT_METAL", "ttnn", "ttmlir", "tt-mlir", "tt-xla", "UMD"),
              MissingLines.TENSTORRENT.advice()),
          new LooksLike(
              "TPU-MLIR",
              List.of("tpuc-opt", "tpu_mlir", "tpu-mlir", "model_deploy", "model_transform"),
              MissingLines.TPU_MLIR.advice()),
          new LooksLike(
              "Sophgo's runtime",
              List.of("BMRT", "bmlib", "bmrt_test", "bmodel"),
              "blocks need BMRUNTIME_ENABLE_PROFILE=1"),
          new LooksLike(
              "Z-Ant",
              List.of("zant", "lib-gen"),
              "a plan needs zig build lib-gen -Dstatic_planning"),
          new LooksLike(
              "TFLite Micro",
              List.of("tflite", "TFLM", "MicroInterpreter", "tensor arena"),
              "its plan needs PrintMemoryPlan() or a RecordingMicroInterpreter"),
          new LooksLike("vLLM", List.of("vllm"), NO_ROW),
          new LooksLike("llama.cpp", List.of("llama_", "ggml", "GGUF"), NO_ROW),
          new LooksLike("ONNX Runtime", List.of("onnxruntime", "ONNXRuntime", "BFCArena"), NO_ROW),
          new LooksLike("AWS Neuron", List.of("neuronx", "NEURON", "libnrt"), NO_ROW),
          new LooksLike(
              "TensorFlow",
              List.of("tensorflow", "TF_", "tf_keras"),
              "dumps of its allocators need TF_CPP_MIN_LOG_LEVEL=0"),
          new LooksLike(
              "XLA",
              List.of("jax", "xla", "XLA", "libtpu", "HLO", "PJRT"),
              "memory plans need XLA_FLAGS=--xla_dump_to=DIR, and tidemark report DIR"),
          new LooksLike("PyTorch", List.of("torch", "CUDA out of memory"), NO_ROW));

  /** One sentence about a log; {@code null} if nothing in its first megabytes is known. */
  static @Nullable String sentence(List<Path> files) throws LogFailure {
    String text = begin(files);
    LooksLike best = null;
    int most = 0;
    for (LooksLike known : KNOWN) {
      int count = known.marks.stream().mapToInt(mark -> count(text, mark)).sum();
      if (count > most) {
        most = count;
        best = known;
      }
    }
    return best == null
        ? null
        : "this looks like a log of %s: %s".formatted(best.system, best.without);
  }

  private static int count(String text, String mark) {
    int count = 0;
    for (int at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length())) {
      count += at == 0 || !Character.isLetter(text.charAt(at - 1)) ? 1 : 0;
    }
    return count;
  }

  private static String begin(List<Path> files) throws LogFailure {
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        text.append(
            new String(in.readNBytes(READ_BYTES - text.length()), StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        throw LogFailure.of(e);
      }
    }
    return text.toString();
  }
}
