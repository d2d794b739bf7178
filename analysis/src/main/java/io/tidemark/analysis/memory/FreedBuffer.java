package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A buffer freed between two blocks, as named by the log.
 *
 * @param producer the op whose result it was; {@code null} if the log does not state it
 * @param module module and source line of that op; {@code null} if they follow from its name
 * @param bytes size; with several buffers, the weight for dividing the freed bytes
 */
public record FreedBuffer(
    String memory,
    @Nullable String producer,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable String module,
    long bytes) {

  public FreedBuffer(String memory, @Nullable String producer, long bytes) {
    this(memory, producer, null, bytes);
  }
}
