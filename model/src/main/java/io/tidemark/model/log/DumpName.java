package io.tidemark.model.log;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of files that tools write once as a whole. XLA dumps a module ({@code --xla_dump_to}) as
 * {@code module_0000.jit_f.cpu_after_optimizations-live-range.txt} and similar files. Tenstorrent's
 * tools write {@code memory_results.json}, {@code graph_capture.json}, {@code
 * memory_usage_summary.csv} and two further reports. Z-Ant writes plans as {@code
 * memory_allocation_NAME.json}. The figures of a module or device may be spread over several files.
 */
public final class DumpName {

  private static final Pattern DUMP =
      Pattern.compile(
          "(.+)-(?:buffer-assignment|buffer-assignment-values|live-range|memory-usage-report)\\.txt");

  /** Reports by program, {@code program_…}, grow while it runs, so they are logs. */
  private static final Pattern REPORT =
      Pattern.compile(
          "(?!program_)(.*?)(?:memory_usage_summary|l1_usage_summary|detailed_memory_usage)\\.csv");

  private static final Pattern ALONE =
      Pattern.compile(
          "memory_(?:results|report)\\.json|graph_capture(?:_\\d+_of_\\d+)?\\.json"
              + "|memory_allocation_.+\\.json");

  /** XLA writes further files of each module, which hold no figures. */
  private static final Pattern NUMBERED = Pattern.compile("module_\\d{4,}\\..+");

  private DumpName() {}

  /** Whether XLA names the files and folders of a module like this. */
  public static boolean isNumbered(Path file) {
    Path last = file.getFileName();
    return last != null && NUMBERED.matcher(last.toString()).matches();
  }

  /** Whether the file holds figures of an XLA module. */
  public static boolean isOfXla(Path file) {
    Path last = file.getFileName();
    return last != null && DUMP.matcher(last.toString()).matches();
  }

  /**
   * Returns the common part of files that belong together: of a dump the path without its kind, of
   * a single file the file itself; {@code null} for a log.
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
