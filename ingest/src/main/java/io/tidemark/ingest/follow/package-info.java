/**
 * Files → slices of whole lines, through rotation, truncation and restarts.
 *
 * <pre>
 *  path ─▶ Source ─▶ Life ─▶ Life ─▶ …    one life per generation, drained one after the other
 *                     │
 *            Origin ─▶ LineSplitter ─▶ Piece ─▶ Outlet
 *
 *  a life:  UNBORN ──▶ BIRTH_SENT ──▶ FOLLOWING ──▶ END_SENT ──▶ ENDED
 *          first line   birth kept    over, drained   end kept
 * </pre>
 */
@NullMarked
package io.tidemark.ingest.follow;

import org.jspecify.annotations.NullMarked;
