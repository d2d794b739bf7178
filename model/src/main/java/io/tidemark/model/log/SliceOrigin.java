package io.tidemark.model.log;

import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a slice was read; unknown parts are {@code null}.
 *
 * @param host the machine
 * @param labels labels that the operator gave the source, see {@link SourceLabels}
 * @param zone time zone of that machine, for dates without a zone. Only a tailer states it: slices
 *     of a replay already have the times of the log.
 * @param file the file at that moment; also {@code null} for a pipe
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

  /** Creates an origin without a file or zone. */
  public SliceOrigin(@Nullable String host, Map<String, String> labels) {
    this(host, labels, null, null);
  }

  /** A copy with this file. */
  public SliceOrigin of(@Nullable FileStatus itsFile) {
    return new SliceOrigin(host, labels, zone, itsFile);
  }
}
