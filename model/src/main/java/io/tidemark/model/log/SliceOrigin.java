package io.tidemark.model.log;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import java.time.ZoneId;
import java.util.Locale;
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
 * @param found how long its lines were in the file when that was first read; {@code null} for lines
 *     that came later and were read as they were written
 */
public record SliceOrigin(
    @Nullable String host,
    Map<String, String> labels,
    @Nullable ZoneId zone,
    @Nullable FileStatus file,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String follows,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Found found) {

  /** Lines that were in a file when it was first read. */
  public enum Found {
    /** Only their dates, or the file's last change, say when they were written. */
    OLD,
    /** The file was made within the minute before: they are old only if they were copied. */
    FRESH;

    /** The value of its header. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

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
    this(host, labels, zone, file, null, null);
  }

  /** A copy that goes on with this generation's runs. */
  public SliceOrigin following(@Nullable String generation) {
    return new SliceOrigin(host, labels, zone, file, generation, found);
  }

  /** A copy with this file. */
  public SliceOrigin of(@Nullable FileStatus itsFile) {
    return new SliceOrigin(host, labels, zone, itsFile, follows, found);
  }

  /** A copy on this machine, with these labels. */
  public SliceOrigin on(@Nullable String machine, Map<String, String> all) {
    return new SliceOrigin(machine, all, zone, file, follows, found);
  }

  /** A copy of lines that were in the file when it was first read, or were not. */
  public SliceOrigin found(@Nullable Found before) {
    return new SliceOrigin(host, labels, zone, file, follows, before);
  }
}
