package io.tidemark.model.log;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The model name of a source. The logs do not state it; tools that write one file per model put it
 * into the file name.
 */
public final class ModelName {

  private static final int MOST_CHARS = 4096;

  private static final List<Pattern> NAMES =
      List.of(
          // XLA, DumpToFileInDir: module_NUMBER.NAME.TARGET_after_optimizations-KIND.txt
          Pattern.compile(
              "module_\\d{4,}\\.(.+?)\\."
                  + "(?:cl_\\d+\\.|(?:(?:sm_\\d+(?:\\.\\d+)?[a-z]?|[^.]+)_)?(?:cpu|gpu)_)?"
                  + "after_optimizations(?:-[a-z-]+\\.txt)?"),
          // Z-Ant: memory_allocation_NAME.json
          Pattern.compile("memory_allocation_(.+)\\.json"));

  private ModelName() {}

  /** Returns the model by the last part of a source's name; empty if it contains none. */
  public static String of(String source) {
    String file = source.substring(source.lastIndexOf('/') + 1);
    if (file.length() > MOST_CHARS) {
      return "";
    }
    return NAMES.stream()
        .map(name -> name.matcher(file))
        .filter(Matcher::matches)
        .map(name -> name.group(1))
        .findFirst()
        .orElse("");
  }
}
