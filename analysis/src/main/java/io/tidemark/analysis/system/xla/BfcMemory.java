package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Device and memory of an allocator, derived from its name. {@code GPU_1_bfc} is the device memory
 * of GPU 1; {@code bfc_cpu_allocator_for_gpu} and {@code xla_gpu_host_bfc} are host memory.
 *
 * @param memory name as in the dumps of XLA's modules; for an unknown memory the allocator's name
 */
record BfcMemory(String device, String memory) {

  private static final Pattern GPU =
      Pattern.compile("(?:gpu|xpu|dml|npu|hpu|metal|tpu)[_:](\\d{1,3})(?!\\d)");

  /** Returns the memory of an allocator, or of a device such as {@code /job:…/device:GPU:0}. */
  static BfcMemory of(String allocator) {
    String name = allocator.substring(allocator.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      // The start of the dump is missing, or its version names no allocator.
      return new BfcMemory("0", "BFC");
    }
    if (name.contains("cpu") || name.contains("host")) {
      return new BfcMemory("0", "HOST");
    }
    Matcher gpu = GPU.matcher(name);
    return gpu.find()
        ? new BfcMemory(gpu.group(1), "HBM")
        : new BfcMemory("0", OpNameLimiter.cut(allocator).toUpperCase(Locale.ROOT));
  }
}
