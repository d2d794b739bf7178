package io.tidemark.model;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of the files that XLA dumps of a module ({@code --xla_dump_to}): {@code
 * module_0000.jit_f.cpu_after_optimizations-live-range.txt} and its likes. Each is written once and
 * whole, and the figures of a module are in several of them.
 */
public final class DumpName {

  private static final Pattern DUMP =
      Pattern.compile(
          "(.+)-(?:buffer-assignment|buffer-assignment-values|live-range|memory-usage-report)\\.txt");

  private DumpName() {}

  /**
   * The path that all dumps of this one's module have before their kind; {@code null} for no dump.
   */
  public static @Nullable Path moduleOf(Path file) {
    Path name = file.getFileName();
    Matcher dump = DUMP.matcher(name == null ? "" : name.toString());
    return dump.matches() ? file.resolveSibling(dump.group(1)) : null;
  }
}
