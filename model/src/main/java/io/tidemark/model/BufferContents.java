package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * What a planned buffer holds, as far as the log states it; {@code null}: unknown.
 *
 * @param shape dimensions as printed, e.g. {@code [48,2048,2048]}
 * @param dtype element type as printed, e.g. {@code bf16}, {@code u8}
 * @param layout order and tiles as printed, e.g. {@code {2,1,0:T(8,128)(2,1)}}
 * @param elements number of elements
 * @param allocation number of the allocation or backing buffer that it lies in
 * @param opcode of the instruction that makes it, e.g. {@code fusion}
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

  /** The log states nothing of it. */
  public static final BufferContents UNKNOWN =
      new BufferContents(null, null, null, null, null, null, null);
}
