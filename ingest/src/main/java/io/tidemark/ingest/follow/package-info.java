/**
 * Files → slices of whole lines, through rotation, truncation and restarts.
 *
 * <pre>
 *  path ─▶ Source ─▶ Generation ─▶ Generation ─▶ …    one life per generation, drained one after the other
 *                     │
 *            ByteSource ─▶ LineSplitter ─▶ LineBatch ─▶ Outlet
 *
 *  a life:  UNBORN ──▶ BIRTH_SENT ──▶ FOLLOWING ──▶ END_SENT ──▶ ENDED
 *          first line   birth kept    over, drained   end kept
 * </pre>
 */
@NullMarked
package io.tidemark.ingest.follow;

import org.jspecify.annotations.NullMarked;
