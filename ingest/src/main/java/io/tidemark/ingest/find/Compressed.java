package io.tidemark.ingest.find;

import java.nio.file.Path;
import java.util.Locale;

/** A rotated log that was compressed holds lines that were read before, and not as text. */
final class Compressed {

  private Compressed() {}

  static boolean is(Path path) {
    return path.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
  }
}
