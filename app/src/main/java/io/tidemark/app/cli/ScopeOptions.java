package io.tidemark.app.cli;

import io.tidemark.model.Refusal;
import io.tidemark.sink.SinkConfig.Scope;
import io.tidemark.sink.meter.BoardCollector;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Option;

/** A sink's share of the runs. */
final class ScopeOptions {

  @Option(names = "--sources", paramLabel = "GLOB")
  List<String> sources = List.of();

  @Option(names = "--most-runs", paramLabel = "N")
  int mostRuns = BoardCollector.MOST_RUNS;

  Scope value() {
    if (mostRuns < 1) {
      throw new Refusal("--most-runs %d: want 1 or more".formatted(mostRuns));
    }
    if (sources.isEmpty()) {
      return new Scope(Scope.ALL.sources(), mostRuns);
    }
    List<PathMatcher> globs = sources.stream().map(ScopeOptions::glob).toList();
    return new Scope(
        source -> globs.stream().anyMatch(glob -> glob.matches(Path.of(source))), mostRuns);
  }

  private static PathMatcher glob(String glob) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw new Refusal(
          "--sources '%s' is no glob: %s; want e.g. 'node-1/**'"
              .formatted(glob, e.getDescription()));
    }
  }
}
