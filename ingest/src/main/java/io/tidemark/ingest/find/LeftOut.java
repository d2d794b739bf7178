package io.tidemark.ingest.find;

import java.nio.file.Path;
import java.util.Map;

/**
 * Why a file that the list names is not read.
 *
 * @param words continue a sentence whose subject is the file
 */
public record LeftOut(Reason reason, String words) {

  static final LeftOut SPECIAL = new LeftOut(Reason.SPECIAL, "is a pipe, socket or device");
  static final LeftOut FOREIGN_LINK =
      new LeftOut(
          Reason.FOREIGN_LINK,
          "is another user's link, or below one, to a file that is not that user's");
  static final LeftOut DEAD_LINK =
      new LeftOut(Reason.DEAD_LINK, "is a link to a file that does not exist");
  static final LeftOut LINK_LOOP = new LeftOut(Reason.LINK_LOOP, "has links that lead in a circle");
  static final LeftOut UNREADABLE = new LeftOut(Reason.UNREADABLE, "may not be looked at");
  static final LeftOut OWN_OUTPUT =
      new LeftOut(Reason.OWN_OUTPUT, "is this program's own standard output or error");

  static LeftOut noText(String words) {
    return new LeftOut(Reason.NO_TEXT, words);
  }

  /** Says that an entry of the list has only files that are left out. */
  static String sentence(Map<Path, LeftOut> files) {
    Map.Entry<Path, LeftOut> first = files.entrySet().iterator().next();
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
}
