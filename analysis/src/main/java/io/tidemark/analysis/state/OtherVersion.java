package io.tidemark.analysis.state;

/**
 * What is stored was written by another Tidemark. It is no fault of one source: nothing that is
 * stored beside it can be read, either.
 */
public final class OtherVersion extends IllegalStateException {

  private static final long serialVersionUID = 1;

  OtherVersion(int found, int read) {
    super(
        "state part of version %d, this program reads version %d: another Tidemark wrote it; go on with that one, or read the logs again into a new data folder"
            .formatted(found, read));
  }
}
