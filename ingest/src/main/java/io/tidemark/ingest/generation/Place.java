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

  /** Its log's path leads to it. */
  record Live() implements Place {}

  /** Another file has its path, or none; its writer may still write to it. */
  record Away(long sinceMillis) implements Place {}

  /** Its file holds another generation now; a copy of it is looked for. */
  record Cut(long sinceMillis) implements Place {}

  /** What is not yet read of it is read in a copy. */
  record InCopy() implements Place {}
}
