/**
 * Generations: one file of a log from first to last byte, and the log as their sequence.
 *
 * <pre>
 *  Source ─▶ Generation ─▶ Reader ─▶ LineSplitter ─▶ LineBatch ─▶ Shipping ─▶ Outlet
 *                │
 *              Place: Live, Away, Cut, InCopy
 * </pre>
 */
package io.tidemark.ingest.generation;
