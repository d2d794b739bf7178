/**
 * Files → slices of whole lines, through rotation, truncation and restarts.
 *
 * <pre>
 *  path ─▶ Source ─▶ Generation ─▶ Reader ─▶ LineSplitter ─▶ LineBatch ─▶ Shipping ─▶ Outlet
 *                         │
 *                       Place: Live, Away, Cut, InCopy
 *
 *  beside a log ─▶ Siblings ─▶ CopyJudge ─▶ CopyAccounting: the rest of a generation, unread, or known
 * </pre>
 */
@NullMarked
package io.tidemark.ingest.follow;

import org.jspecify.annotations.NullMarked;
