package io.tidemark.ingest.follow;

import io.tidemark.ingest.find.Finder;

/**
 * Logs that are asked for and cannot be read.
 *
 * @param absent entries of the user's list that match nothing
 * @param unreadable existing files and folders that cannot be opened or read
 * @param elsewhere logs that other tailers follow
 * @param leftToOwner files named like a rotated file of such a log, left to its tailer
 */
public record Obstacles(Finder.Absent absent, int unreadable, int elsewhere, int leftToOwner) {

  static final Obstacles NONE = new Obstacles(new Finder.Absent(0, 0), 0, 0, 0);
}
