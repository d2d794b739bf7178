package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;
import org.jspecify.annotations.Nullable;

/** What XLA's compilers and runtimes print when a program does not fit. Bytes of one device. */
public sealed interface XlaOomFact extends Fact {

  @Override
  default String format() {
    return Xla.LOG;
  }

  /** Needs more than the memory has; {@code where} in it, when the text states it. */
  record Exceeded(String memory, long neededBytes, long limitBytes, @Nullable String where)
      implements XlaOomFact {}

  /** A program found no room beside what is held already; the memory's name follows. */
  record Unreservable(long neededBytes, long freeBytes, long reservableBytes)
      implements XlaOomFact {}

  /** An allocator of an unknown memory had no room for so much. */
  record Unallocatable(long neededBytes) implements XlaOomFact {}

  /** Rematerialization did not bring a module below its limit; it is compiled all the same. */
  record Rematerialized(long limitBytes, long reducedBytes, long fromBytes) implements XlaOomFact {}

  /** The memory that an {@link Unreservable} is about. */
  record Capacity(String memory, long bytes) implements XlaOomFact {}

  /** An exact figure of the table after it. */
  record Row(String name, long bytes) implements XlaOomFact {}

  /** What a memory would hold in all; {@link Part}s follow. */
  record Total(String memory, long bytes) implements XlaOomFact {}

  /** What the program itself needs of a memory; {@link Part}s follow. */
  record Program(String memory, long bytes) implements XlaOomFact {}

  /** A part of the total or of the program; −1 for an unknown size. */
  record Part(String name, long bytes) implements XlaOomFact {}

  /** A section begins whose parts are listed elsewhere, too. */
  record Aside() implements XlaOomFact {}

  /** What the program's result takes; −1 for unknown. */
  record Output(long bytes) implements XlaOomFact {}

  /** A list of the largest allocations begins, or there are none. */
  record Largest(String memory) implements XlaOomFact {}

  /** One of the largest; {@code bytes} −1 when a {@link Key} states them. */
  record Buffer(int number, long bytes) implements XlaOomFact {}

  /** A figure of the buffer before; {@code bytes} −1 when it is no size. */
  record Key(String name, String value, long bytes) implements XlaOomFact {}

  /** The line of {@code =} below a buffer. */
  record Rule() implements XlaOomFact {}

  /** A buffer assignment's statistics begin. */
  record Debugging() implements XlaOomFact {}

  /** One of the statistics. */
  record Statistic(String name, long bytes) implements XlaOomFact {}
}
