package io.tidemark.analysis.store;

/** The stored state of a source is whole, and another version of Tidemark wrote it. */
public final class OtherVersion extends IllegalStateException {

  OtherVersion(Throwable cause) {
    super("the stored state is of another version", cause);
  }
}
