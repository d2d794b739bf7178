package io.tidemark.app.logfile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.ingest.checkpoint.SourceNames;
import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.find.LogNames;
import io.tidemark.model.log.DumpName;
import io.tidemark.model.log.SliceOrigin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One log that no longer grows: a file, or the files of one XLA module or one device, which state
 * their figures together.
 *
 * @param name the source's name
 * @param files read one after another
 * @param settings values that it does not state
 * @param origin origin of its lines, as far as known
 * @param progress shows how much of it was read
 */
public record LogAtRest(
    String name, List<Path> files, Settings settings, SliceOrigin origin, Progress progress) {

  private static final int MAX_STEM_BYTES = 200;

  /** A log without known origin, whose reading is not shown. */
  public LogAtRest(String name, List<Path> files, Settings settings) {
    this(name, files, settings, SliceOrigin.UNKNOWN, Progress.hidden());
  }

  public LogAtRest {
    files = List.copyOf(files);
  }

  /** The logs that these files form, in order. */
  public static List<LogAtRest> of(List<Path> files, Settings settings) {
    Map<Path, LogAtRest> logs = new LinkedHashMap<>();
    Set<Path> dumped = new HashSet<>();
    files.stream().filter(DumpName::isOfXla).forEach(file -> dumped.add(folder(file)));
    for (Path file : files) {
      if (!DumpName.isOfXla(file) && isBesideAModule(file, dumped)) {
        continue;
      }
      Path module = DumpName.moduleOf(file);
      Path log = (module == null ? file : module).toAbsolutePath().normalize();
      logs.merge(log, new LogAtRest("", List.of(file), settings), LogAtRest::with);
    }
    SourceNames names = new SourceNames(List.of(), SourceNaming.PLAIN);
    names.distinguish(logs.keySet());
    return logs.entrySet().stream().map(log -> log.getValue().named(names, log.getKey())).toList();
  }

  /** Whether XLA wrote the file into a dump's folder or into a module's folder there. */
  private static boolean isBesideAModule(Path file, Set<Path> dumped) {
    Path folder = folder(file);
    return (DumpName.isNumbered(file) && dumped.contains(folder))
        || (DumpName.isNumbered(folder) && dumped.contains(folder(folder)));
  }

  private static Path folder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return folder == null ? file : folder;
  }

  /** Takes the name and labels that its path states, as a tailer does. */
  private LogAtRest named(SourceNames names, Path home) {
    return new LogAtRest(names.nameOf(home), files, settings, origin, progress)
        .labelled(names.labelsOf(home));
  }

  private LogAtRest with(LogAtRest other) {
    List<Path> all = new ArrayList<>(files);
    all.addAll(other.files);
    // The same order as in a watch: the meaning of one file may depend on another.
    Collections.sort(all);
    return new LogAtRest(name, all, settings, origin, progress);
  }

  public LogAtRest readBy(LogSystems systems) {
    return new LogAtRest(name, files, settings.with(systems), origin, progress);
  }

  public LogAtRest labelled(Map<String, String> labels) {
    Map<String, String> all = new TreeMap<>(origin.labels());
    all.putAll(labels);
    return new LogAtRest(name, files, settings, new SliceOrigin(origin.host(), all), progress);
  }

  /** These logs; {@code progress} shows these passes over all of them as one work. */
  public static List<LogAtRest> shown(
      List<LogAtRest> logs, Progress progress, SlicedLog.Pass... passes) {
    double share = Arrays.stream(passes).mapToDouble(pass -> pass.share).sum();
    Stream<Path> files = logs.stream().flatMap(log -> log.files.stream());
    long bytes = files.mapToLong(file -> file.toFile().length()).sum();
    progress.begin("reading", Math.round(share * bytes));
    return logs.stream()
        .map(log -> new LogAtRest(log.name, log.files, log.settings, log.origin, progress))
        .toList();
  }

  /** The beginning of the names of its report's files. */
  public String stem() {
    String last = name.substring(name.lastIndexOf('/') + 1);
    String stem = files.size() == 1 ? LogNames.stem(last) : last;
    return shortened(stem.replaceFirst("_profile$", ""));
  }

  /** Shortened, since a suffix must fit into a file name, too. */
  private static String shortened(String stem) {
    int end = stem.length();
    while (stem.substring(0, end).getBytes(UTF_8).length > MAX_STEM_BYTES) {
      end = stem.offsetByCodePoints(end, -1);
    }
    return stem.substring(0, end);
  }
}
