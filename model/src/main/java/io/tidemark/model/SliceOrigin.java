package io.tidemark.model;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Where a slice was read; each part is {@code null} where it is not known.
 *
 * @param host the machine
 * @param zone the time zone of that machine, for dates in the log that name none. Only a tailer
 *     states it: the slices of a replay already have the times of the log.
 * @param file the file at that moment; {@code null} for a pipe, too
 */
public record SliceOrigin(
    @Nullable String host, @Nullable ZoneId zone, @Nullable FileStatus file) {

  public static final SliceOrigin UNKNOWN = new SliceOrigin(null, null, null);

  /** The same, on this machine. */
  public SliceOrigin on(@Nullable String itsHost) {
    return new SliceOrigin(itsHost, zone, file);
  }
}
