package io.tidemark.ingest.rotation;

/** What a round looks at. */
public enum Look {
  AT_FOLLOWED,
  /** Files that are not followed, too. */
  AT_ALL
}
