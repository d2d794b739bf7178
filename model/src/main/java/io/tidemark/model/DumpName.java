package io.tidemark.model;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of files that tools write once and whole instead of adding to them: XLA's dumps of a module
 * ({@code --xla_dump_to}, {@code module_0000.jit_f.cpu_after_optimizations-live-range.txt} and its
 * likes), the memory files of Tenstorrent's tools ({@code memory_results.json}, {@code
 * graph_capture.json}, {@code memory_usage_summary.csv} and the two beside it), Z-Ant's plans
 * ({@code memory_allocation_NAME.json}). The figures of a module or a device may be in several of
 * them.
 */
public final class DumpName {

  private static final Pattern DUMP =
      Pattern.compile(
          "(.+)-(?:buffer-assignment|buffer-assignment-values|live-range|memory-usage-report)\\.txt");

  /** Those by program, {@code program_…}, grow while it runs: they are logs. */
  private static final Pattern REPORT =
      Pattern.compile(
          "(?!program_)(.*?)(?:memory_usage_summary|l1_usage_summary|detailed_memory_usage)\\.csv");

  private static final Pattern ALONE =
      Pattern.compile(
          "memory_(?:results|report)\\.json|graph_capture(?:_\\d+_of_\\d+)?\\.json"
              + "|memory_allocation_.+\\.json");

  private DumpName() {}

  /**
   * What the files that belong with this one have in common: of a dump the path up to its kind, of
   * a file that stands alone itself; {@code null} for a log.
   */
  public static @Nullable Path moduleOf(Path file) {
    Path last = file.getFileName();
    String name = last == null ? "" : last.toString();
    if (ALONE.matcher(name).matches()) {
      return file;
    }
    Matcher dump = DUMP.matcher(name);
    if (dump.matches()) {
      return file.resolveSibling(dump.group(1));
    }
    Matcher report = REPORT.matcher(name);
    return report.matches() ? file.resolveSibling(report.group(1) + "memory_usage") : null;
  }
}
