package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import java.util.Locale;

/**
 * Which memory of which device an allocator gives out, by its name: {@code GPU_1_bfc} the device
 * memory of GPU 1, {@code bfc_cpu_allocator_for_gpu} or {@code xla_gpu_host_bfc} the host's.
 *
 * @param memory as the dumps of XLA's modules name it; the allocator's own name when it is another
 */
record BfcMemory(String device, String memory) {

  private static final String GPU = "gpu_";
  private static final int MAX_DIGITS = 3;

  static BfcMemory of(String allocator) {
    String name = allocator.toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      // A dump whose begin is lost.
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
