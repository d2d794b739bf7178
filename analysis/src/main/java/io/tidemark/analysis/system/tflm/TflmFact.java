package io.tidemark.analysis.system.tflm;

import io.tidemark.analysis.line.Fact;

/** Output of TFLite Micro's greedy planner ({@code PrintMemoryPlan}). */
public sealed interface TflmFact extends Fact {

  @Override
  default String format() {
    return TfliteMicro.FORMAT;
  }

  /** A buffer of the arena: bytes, and inclusive steps; −1 if it is never used. */
  record Buffer(int id, long bytes, long offset, int firstUsed, int lastUsed) implements TflmFact {}

  /** A row of the arena map, one per step. The list of the plan's buffers ends before the map. */
  record MapRow(int step) implements TflmFact {}
}
