package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.memory.OpNameLimiter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The module of a source. The texts do not name it, but XLA's {@code DumpToFileInDir} puts it into
 * file names, e.g. {@code
 * module_0000.jit_train_step.cl_933746096.after_optimizations-live-range.txt}.
 *
 * @param name module name without number and target; empty if the source's name has none
 */
record XlaDumpModule(String name, Platform platform) {

  /** Platform, which determines the meaning of colours. */
  enum Platform {
    CPU,
    GPU,
    TPU,
    UNKNOWN
  }

  private static final int MAX_SOURCE = 4096;
  private static final Pattern FILE =
      Pattern.compile(
          "module_(\\d{4,})\\.(.+?)\\."
              + "(?:(cl_\\d+)\\.|((?:(?:sm_\\d+(?:\\.\\d+)?[a-z]?|[^./]+)_)?(?:cpu|gpu)_))?"
              + "after_optimizations(?:-[a-z-]+\\.txt)?$");

  static XlaDumpModule of(String source) {
    Matcher file = FILE.matcher(source.substring(Math.max(0, source.length() - MAX_SOURCE)));
    if (!file.find()) {
      return new XlaDumpModule("", Platform.UNKNOWN);
    }
    String target = file.group(4);
    Platform platform =
        file.group(3) != null
            ? Platform.TPU
            : target == null
                ? Platform.UNKNOWN
                : target.endsWith("gpu_") ? Platform.GPU : Platform.CPU;
    return new XlaDumpModule(OpNameLimiter.cut(file.group(2)), platform);
  }

  /**
   * Returns the memory of a colour, by XLA's names of memory spaces; {@code COLOR_n} if unknown.
   */
  static String memory(int color, Platform platform) {
    String other = "COLOR_" + color;
    return switch (platform) {
      case CPU -> color == 0 ? "HOST" : other;
      case GPU ->
          switch (color) {
            case 0 -> "HBM";
            case 1 -> "COLLECTIVE";
            case 5 -> "HOST";
            default -> other;
          };
      case TPU ->
          switch (color) {
            case 0 -> "HBM";
            case 1 -> "VMEM";
            case 2 -> "SMEM";
            case 3 -> "CMEM";
            case 5 -> "HOST";
            case 6 -> "SFLAG";
            default -> other;
          };
      case UNKNOWN -> color == 0 ? "DEFAULT" : other;
    };
  }
}
