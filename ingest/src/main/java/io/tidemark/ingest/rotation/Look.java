package io.tidemark.ingest.rotation;

/** The extent of a round's look. */
public enum Look {
  AT_FOLLOWED,
  /** Files that are not followed are included. */
  AT_ALL
}
