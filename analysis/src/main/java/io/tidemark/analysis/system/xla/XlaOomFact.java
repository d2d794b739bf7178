package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;

/** Lines below a message that a program does not fit. Bytes are of one device. */
public sealed interface XlaOomFact extends Fact {

  @Override
  default String format() {
    return Xla.LOG;
  }

  /** The memory of a reservation that failed. */
  record Capacity(String memory, long bytes) implements XlaOomFact {}

  /** An exact figure in the table after it. */
  record Row(String name, long bytes) implements XlaOomFact {}

  /**
   * Total need of a memory; its {@link Part}s follow.
   *
   * @param indented whether it is indented, as a document's blocks are
   */
  record Total(String memory, long bytes, boolean indented) implements XlaOomFact {}

  /** Need of the program itself in a memory; its {@link Part}s follow. */
  record Program(String memory, long bytes) implements XlaOomFact {}

  /** A part of the total or of the program; −1 for an unknown size. */
  record Part(String name, long bytes) implements XlaOomFact {}

  /** Start of a section whose parts are also listed elsewhere. */
  record Aside() implements XlaOomFact {}

  /** Size of the program's result; −1 if unknown. */
  record Output(long bytes) implements XlaOomFact {}

  /** Start of the list of the largest allocations, or a note that there are none. */
  record Largest(String memory) implements XlaOomFact {}

  /** One of the largest allocations; {@code bytes} is −1 if a {@link Key} states it. */
  record Buffer(int number, long bytes) implements XlaOomFact {}

  /** A figure of the buffer before it; {@code bytes} is −1 if it is no size. */
  record Key(String name, String value, long bytes) implements XlaOomFact {}

  /** The line of {@code =} below a buffer. */
  record Rule() implements XlaOomFact {}

  /** Start of the statistics of a buffer assignment. */
  record Debugging() implements XlaOomFact {}

  /** One of these statistics. */
  record Statistic(String name, long bytes) implements XlaOomFact {}
}
