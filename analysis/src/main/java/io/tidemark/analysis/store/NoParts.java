package io.tidemark.analysis.store;

import io.tidemark.analysis.state.StateParts;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Keeps nothing: for an analysis from the begin of a log to its end, which nobody resumes. */
public final class NoParts implements StateParts {

  @Override
  public boolean keeps() {
    return false;
  }

  @Override
  public byte @Nullable [] get(Store store, String key) {
    return null;
  }

  @Override
  public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {}

  @Override
  public void put(Store store, String key, byte @Nullable [] value) {}
}
