package io.tidemark.app.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One log: a file, or the files that XLA dumps of one module, which tell their figures together.
 *
 * @param name the source's name
 * @param files read one after another
 */
public record LogAtRest(String name, List<Path> files) {

  /** Endings of XLA's dump files, see {@code --xla_dump_to}. */
  private static final Pattern DUMP =
      Pattern.compile(
          "(.+)-(?:buffer-assignment|buffer-assignment-values|live-range|memory-usage-report)\\.txt");

  public LogAtRest {
    files = List.copyOf(files);
  }

  /** The logs that these files are, in their order. */
  public static List<LogAtRest> of(List<Path> files) {
    Map<String, LogAtRest> logs = new LinkedHashMap<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      Matcher dump = DUMP.matcher(name);
      String source = dump.matches() ? dump.group(1) : name;
      String key = dump.matches() ? file.resolveSibling(source).toString() : file.toString();
      logs.merge(key, new LogAtRest(source, List.of(file)), LogAtRest::with);
    }
    return List.copyOf(logs.values());
  }

  private LogAtRest with(LogAtRest other) {
    List<Path> all = new ArrayList<>(files);
    all.addAll(other.files);
    return new LogAtRest(name, all);
  }

  /** As the files of its report are called. */
  String stem() {
    int dot = name.lastIndexOf('.');
    String stem = dot > 0 && files.size() == 1 ? name.substring(0, dot) : name;
    return stem.endsWith("_profile") ? stem.substring(0, stem.length() - 8) : stem;
  }
}
