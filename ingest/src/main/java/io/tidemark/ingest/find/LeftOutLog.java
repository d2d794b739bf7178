package io.tidemark.ingest.find;

import io.tidemark.model.TerminalText;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports files that are left out, each once for as long as it is left out. */
public final class LeftOutLog {

  private static final Logger LOG = LoggerFactory.getLogger(LeftOutLog.class);

  /** Each is logged up to this number a look; further ones share a line. */
  private static final int MOST_LOGGED = 10;

  private final Set<Path> reported = new HashSet<>();

  /** Applies the result of a look at the list. */
  public void note(Map<Path, LeftOut> now) {
    reported.retainAll(now.keySet());
    int logged = 0;
    for (Map.Entry<Path, LeftOut> file : now.entrySet()) {
      if (reported.add(file.getKey()) && ++logged <= MOST_LOGGED) {
        LOG.warn(
            "{} {}: not read",
            TerminalText.of(file.getKey().toString()),
            TerminalText.of(file.getValue().words()));
      }
    }
    if (logged > MOST_LOGGED) {
      LOG.warn("{} more files of the list are not read", logged - MOST_LOGGED);
    }
  }
}
