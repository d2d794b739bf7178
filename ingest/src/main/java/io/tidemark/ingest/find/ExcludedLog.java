package io.tidemark.ingest.find;

import io.tidemark.model.TerminalText;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports files that are left out, each once for as long as it is left out. */
public final class ExcludedLog {

  private static final Logger LOG = LoggerFactory.getLogger(ExcludedLog.class);

  private final Set<Path> reported = new HashSet<>();

  /** Applies the result of a look at the list. */
  public void note(Map<Path, Excluded> now) {
    reported.retainAll(now.keySet());
    ManyWarnings lines = new ManyWarnings(LOG, "files of the list are not read");
    now.forEach(
        (file, why) -> {
          if (reported.add(file)) {
            lines.warn(TerminalText.of(file + " " + why.words()) + ": not read");
          }
        });
    lines.end();
  }
}
