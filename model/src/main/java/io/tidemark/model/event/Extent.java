package io.tidemark.model.event;

import io.tidemark.model.ByteSize;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a buffer takes in its memory.
 *
 * @param address byte offset in the memory. Failed buffers are stacked above the highest placed
 *     one. {@code null}: unknown, or beyond a plan's limits.
 * @param unpaddedBytes bytes that the buffer's shape needs without tiling and alignment; {@code
 *     null}: unknown
 */
public record Extent(@Nullable Long address, long bytes, @Nullable Long unpaddedBytes) {

  public Extent {
    address = ByteSize.known(address);
    unpaddedBytes = ByteSize.known(unpaddedBytes);
  }

  /** Creates an extent from a parser, where a negative address or unpadded size is unknown. */
  public static Extent stated(long address, long bytes, long unpaddedBytes) {
    return new Extent(address, bytes, unpaddedBytes);
  }

  public static Extent stated(long address, long bytes) {
    return stated(address, bytes, -1);
  }

  /** The first address; 0 if unknown. */
  public long start() {
    return address == null ? 0 : address;
  }

  /** The address after the last one. */
  public long end() {
    return start() + bytes;
  }

  public Extent at(long other) {
    return new Extent(other, bytes, unpaddedBytes);
  }
}
