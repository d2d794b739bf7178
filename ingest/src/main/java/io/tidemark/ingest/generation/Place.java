package io.tidemark.ingest.generation;

/**
 * Where the file of a generation is.
 *
 * <pre>
 *            renamed, removed              silent for --late-writes
 *   ┌─ Live ─────────────────▶ Away ─────────────────────────────▶ over
 *   │   ▲                       │ │
 *   │   └── under its path again┘ │
 *   │ cut or rewritten            │ cut or rewritten
 *   ▼                             ▼
 *   Cut ──── a copy holds it ──▶ InCopy ──── its first end ──────▶ over
 *    └────── no copy in time ────────────────────────────────────▶ over, the rest lost
 * </pre>
 */
public sealed interface Place {

  /** The log's path leads to the file. */
  record Live() implements Place {}

  /** The path leads to another file or to none; the writer may still append to it. */
  record Away(long sinceMillis) implements Place {}

  /** The file holds another generation now; a copy of this one is searched. */
  record Cut(long sinceMillis) implements Place {}

  /** The unread rest is read from a copy. */
  record InCopy() implements Place {}
}
