/**
 * One file of a log from its first byte to its last, and the log as the sequence of these.
 *
 * <pre>
 *  Source ─▶ Generation ─▶ Reader ─▶ LineSplitter ─▶ LineBatch ─▶ Shipping ─▶ Outlet
 *                │
 *              Place: Live, Away, Cut, InCopy
 * </pre>
 */
@NullMarked
package io.tidemark.ingest.generation;

import org.jspecify.annotations.NullMarked;
