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

  static final Excluded SPECIAL = new Excluded(Reason.SPECIAL, "is a pipe, socket or device");
  static final Excluded FOREIGN_LINK =
      new Excluded(
          Reason.FOREIGN_LINK,
          "is another user's link, or below one, to a file that is not that user's");
  static final Excluded DEAD_LINK =
      new Excluded(Reason.DEAD_LINK, "is a link to a file that does not exist");
  static final Excluded LINK_LOOP =
      new Excluded(Reason.LINK_LOOP, "has links that lead in a circle");
  static final Excluded UNREADABLE = new Excluded(Reason.UNREADABLE, "may not be looked at");
  static final Excluded OWN_OUTPUT =
      new Excluded(Reason.OWN_OUTPUT, "is this program's own standard output or error");

  static Excluded noText(String words) {
    return new Excluded(Reason.NO_TEXT, words);
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
    SPECIAL,
    FOREIGN_LINK,
    DEAD_LINK,
    LINK_LOOP,
    NO_TEXT,
    OWN_OUTPUT,
    UNREADABLE
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
