package io.tidemark.analysis.state;

/**
 * Thrown if stored state was written by an incompatible Tidemark version. It affects all sources:
 * the parts stored beside it are unreadable, too.
 */
public final class OtherVersion extends IllegalStateException {

  private static final long serialVersionUID = 1;

  OtherVersion(int found, int read) {
    super(
        "state part of version %d, this program reads version %d: another Tidemark wrote it; go on with that one, or read the logs again into a new data folder"
            .formatted(found, read));
  }
}
