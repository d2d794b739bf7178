/**
 * The files of the followed logs: begun, cut, moved, ended. Those beside a log are found by name
 * and judged by content: the rest of a generation, unread, or known.
 */
package io.tidemark.ingest.rotation;
