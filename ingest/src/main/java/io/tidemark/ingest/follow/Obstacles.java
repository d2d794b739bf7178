package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.Excluded;
import io.tidemark.ingest.find.Finder;
import java.util.Collection;
import java.util.List;

/**
 * Logs that are asked for and cannot be read.
 *
 * @param absent entries of the user's list that match nothing
 * @param unreadable existing files and folders that cannot be opened or read
 * @param elsewhere logs that other tailers follow
 * @param leftToOwner files named like a rotated file of such a log, left to its tailer
 * @param leftOut files that the list names and that are not read
 * @param waiting logs that cannot be opened because too many files are open
 */
public record Obstacles(
    Finder.Absent absent,
    int unreadable,
    int elsewhere,
    int leftToOwner,
    Collection<Excluded> leftOut,
    int waiting) {

  static final Obstacles NONE = new Obstacles(new Finder.Absent(0, 0), 0, 0, 0, List.of(), 0);

  public long leftOut(Excluded.Reason reason) {
    return leftOut.stream().filter(file -> file.reason() == reason).count();
  }
}
