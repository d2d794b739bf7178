package io.tidemark.ingest.follow;

/** What a round looks at. */
enum Look {
  AT_FOLLOWED,
  /** Files that are not followed, too. */
  AT_ALL
}
