package io.tidemark.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a slice was read.
 *
 * @param host the machine; {@code null} where it is not known
 * @param labels what its operator says of the source, see {@link SourceLabels}
 */
public record SliceOrigin(@Nullable String host, Map<String, String> labels) {

  public static final SliceOrigin UNKNOWN = new SliceOrigin(null, Map.of());

  public SliceOrigin {
    labels = SourceLabels.checked(labels);
  }
}
