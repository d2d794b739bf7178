package io.tidemark.ingest.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Lists folders, each once a round for all logs in it. A folder is listed again only for a log that
 * has changed since, because a file that it was rotated to may be new, too.
 */
final class FolderListings {

  private record Listed(FolderListing listing, long moment) {}

  private final Map<Path, Listed> byFolder = new HashMap<>();
  private long moment;
  private long count;

  /** Drops all listings, as at the beginning of a round. */
  void clear() {
    byFolder.clear();
  }

  /** Begins a new moment. Only listings made from now on show what existed at that time. */
  long nextMoment() {
    return ++moment;
  }

  /** A listing of the folder that is not older than the moment {@code seen}. */
  FolderListing of(Path folder, long seen) throws IOException {
    Listed listed = byFolder.get(folder);
    if (listed == null || listed.moment() < seen) {
      listed = new Listed(FolderListing.of(folder), moment);
      byFolder.put(folder, listed);
      count++;
    }
    return listed.listing();
  }

  /** How often folders were listed so far. */
  long count() {
    return count;
  }
}
