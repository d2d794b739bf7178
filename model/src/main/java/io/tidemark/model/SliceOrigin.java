package io.tidemark.model;

import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a slice was read; each part is {@code null} where it is not known.
 *
 * @param host the machine
 * @param labels what its operator says of the source, see {@link SourceLabels}
 * @param zone the time zone of that machine, for dates in the log that name none. Only a tailer
 *     states it: the slices of a replay already have the times of the log.
 * @param file the file at that moment; {@code null} for a pipe, too
 */
public record SliceOrigin(
    @Nullable String host,
    Map<String, String> labels,
    @Nullable ZoneId zone,
    @Nullable FileStatus file) {

  public static final SliceOrigin UNKNOWN = new SliceOrigin(null, Map.of());

  public SliceOrigin {
    labels = SourceLabels.checked(labels);
  }

  /** Of no file, and with dates in no zone. */
  public SliceOrigin(@Nullable String host, Map<String, String> labels) {
    this(host, labels, null, null);
  }

  /** The same, of this file. */
  public SliceOrigin of(@Nullable FileStatus itsFile) {
    return new SliceOrigin(host, labels, zone, itsFile);
  }
}
