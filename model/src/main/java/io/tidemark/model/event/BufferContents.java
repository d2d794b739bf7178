package io.tidemark.model.event;

import org.jspecify.annotations.Nullable;

/**
 * Contents of a planned buffer, as far as the log states them; {@code null} is unknown.
 *
 * @param shape dimensions as printed, e.g. {@code [48,2048,2048]}
 * @param dtype element type as printed, e.g. {@code bf16}, {@code u8}
 * @param layout order and tiles as printed, e.g. {@code {2,1,0:T(8,128)(2,1)}}
 * @param elements number of elements
 * @param allocation number of its allocation or backing buffer
 * @param opcode opcode of the instruction that produces it, e.g. {@code fusion}
 * @param opName the framework's name of that operation
 */
public record BufferContents(
    @Nullable String shape,
    @Nullable String dtype,
    @Nullable String layout,
    @Nullable Long elements,
    @Nullable Long allocation,
    @Nullable String opcode,
    @Nullable String opName) {

  /** The log states no contents. */
  public static final BufferContents UNKNOWN =
      new BufferContents(null, null, null, null, null, null, null);
}
