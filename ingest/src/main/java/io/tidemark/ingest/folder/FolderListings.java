package io.tidemark.ingest.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Lists folders, each once a round for all logs in it; a second time only for a log of which
 * something was seen since, because what it was rotated to may have come since, too.
 */
final class FolderListings {

  private record Listed(FolderListing listing, long moment) {}

  private final Map<Path, Listed> byFolder = new HashMap<>();
  private long moment;
  private long count;

  /** Nothing that was listed before serves any more, as when a round begins. */
  void clear() {
    byFolder.clear();
  }

  /** Something is seen now: only what is listed from now on was there at that time. */
  long nextMoment() {
    return ++moment;
  }

  /** The folder as of a moment after {@code seen}. */
  FolderListing of(Path folder, long seen) throws IOException {
    Listed listed = byFolder.get(folder);
    if (listed == null || listed.moment() < seen) {
      listed = new Listed(FolderListing.of(folder), moment);
      byFolder.put(folder, listed);
      count++;
    }
    return listed.listing();
  }

  /** How often a folder was listed so far. */
  long count() {
    return count;
  }
}
