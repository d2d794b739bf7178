package io.tidemark.analysis.system.tflm;

import io.tidemark.analysis.line.Fact;

/** What TFLite Micro's greedy planner prints of its plan ({@code PrintMemoryPlan}). */
public sealed interface TflmFact extends Fact {

  @Override
  default String format() {
    return TfliteMicro.FORMAT;
  }

  /** A buffer of the arena, in bytes; steps are inclusive, −1 for one that is never used. */
  record Buffer(int id, long bytes, long offset, int firstUsed, int lastUsed) implements TflmFact {}

  /** A row of the map of the arena, one per step: the buffers before it are all of the plan. */
  record MapRow(int step) implements TflmFact {}
}
