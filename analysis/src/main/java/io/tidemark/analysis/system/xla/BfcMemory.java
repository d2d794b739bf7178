package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import java.util.Locale;

/**
 * Device and memory of an allocator, derived from its name. {@code GPU_1_bfc} is the device memory
 * of GPU 1; {@code bfc_cpu_allocator_for_gpu} and {@code xla_gpu_host_bfc} are host memory.
 *
 * @param memory name as in the dumps of XLA's modules; for an unknown memory the allocator's name
 */
record BfcMemory(String device, String memory) {

  private static final String GPU = "gpu_";
  private static final int MAX_DIGITS = 3;

  static BfcMemory of(String allocator) {
    String name = allocator.toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      // This is a dump whose start is missing.
      return new BfcMemory("0", "BFC");
    }
    if (name.contains("cpu") || name.contains("host")) {
      return new BfcMemory("0", "HOST");
    }
    int to = name.startsWith(GPU) ? name.indexOf('_', GPU.length()) : -1;
    String number = to < 0 ? "" : name.substring(GPU.length(), to);
    return number.isEmpty()
            || number.length() > MAX_DIGITS
            || !number.chars().allMatch(BfcMemory::digit)
        ? new BfcMemory("0", OpNameLimiter.cut(allocator).toUpperCase(Locale.ROOT))
        : new BfcMemory(number, "HBM");
  }

  private static boolean digit(int c) {
    return c >= '0' && c <= '9';
  }
}
