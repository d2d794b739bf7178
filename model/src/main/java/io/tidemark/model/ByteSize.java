package io.tidemark.model;

/** Sizes in bytes and their IEC units. */
public final class ByteSize {

  public static final long MIB = 1L << 20;
  public static final long GIB = 1L << 30;

  private ByteSize() {}

  /** As MiB, for a figure of people. */
  public static double inMib(long bytes) {
    return (double) bytes / MIB;
  }

  /** As GiB, for a figure of people. */
  public static double inGib(long bytes) {
    return (double) bytes / GIB;
  }
}
