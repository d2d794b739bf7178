package io.tidemark.model.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
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
 * @param follows the generation before it, if the log was rotated between the two, so that its runs
 *     go on
 */
public record SliceOrigin(
    @Nullable String host,
    Map<String, String> labels,
    @Nullable ZoneId zone,
    @Nullable FileStatus file,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String follows) {

  public static final SliceOrigin UNKNOWN = new SliceOrigin(null, Map.of());

  public SliceOrigin {
    labels = SourceLabels.checked(labels);
  }

  /** Creates an origin without a file or zone. */
  public SliceOrigin(@Nullable String host, Map<String, String> labels) {
    this(host, labels, null, null);
  }

  /** Creates an origin in a generation that follows none. */
  public SliceOrigin(
      @Nullable String host,
      Map<String, String> labels,
      @Nullable ZoneId zone,
      @Nullable FileStatus file) {
    this(host, labels, zone, file, null);
  }

  /** A copy that goes on with this generation's runs. */
  public SliceOrigin following(@Nullable String generation) {
    return new SliceOrigin(host, labels, zone, file, generation);
  }

  /** A copy with this file. */
  public SliceOrigin of(@Nullable FileStatus itsFile) {
    return new SliceOrigin(host, labels, zone, itsFile, follows);
  }
}
