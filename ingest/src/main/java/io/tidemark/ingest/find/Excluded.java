package io.tidemark.ingest.find;

import io.tidemark.model.TerminalText;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why a file that the list names is not read.
 *
 * @param words continue a sentence whose subject is the file
 */
public record Excluded(Reason reason, String words) {

  Excluded(Reason reason) {
    this(reason, reason.words);
  }

  /** Says that an entry of the list has only files that are left out. */
  static String sentence(Map<Path, Excluded> files) {
    Map.Entry<Path, Excluded> first = files.entrySet().iterator().next();
    String others = files.size() == 1 ? "" : ", and %,d more".formatted(files.size() - 1);
    return "names no file that is read: '%s' %s%s"
        .formatted(first.getKey(), first.getValue().words(), others);
  }

  /** The reasons that are counted apart. */
  public enum Reason {
    SPECIAL("is a pipe, socket or device"),
    FOREIGN_LINK("is another user's link, or below one, to a file that is not that user's"),
    DEAD_LINK("is a link to a file that does not exist"),
    LINK_LOOP("has links that lead in a circle"),
    NO_TEXT("is no text"),
    OWN_OUTPUT("is this program's own standard output or error"),
    UNREADABLE("may not be looked at");

    private final String words;

    Reason(String words) {
      this.words = words;
    }
  }

  /** Reports files that are left out, each once for as long as it is left out. */
  public static final class ExcludedLog {

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
}
