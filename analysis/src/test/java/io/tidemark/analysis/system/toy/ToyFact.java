package io.tidemark.analysis.system.toy;

import io.tidemark.analysis.line.Fact;

/** A line such as {@code toy> memory used 10 of 100 on dev0}. */
record ToyFact(String device, long usedBytes, long capacityBytes) implements Fact {

  @Override
  public String format() {
    return ToySystem.FORMAT;
  }
}
