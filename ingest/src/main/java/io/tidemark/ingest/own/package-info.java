/**
 * One tailer per source: who follows which, as {@code tidemark.owners} says in its order.
 *
 * <pre>
 *  records ─▶ OwnerTable   the valid claims      ┐
 *          ─▶ Heartbeats   who is silent         ┼─▶ Ownership ─▶ claims, heartbeats
 *  processes of this machine ─▶ who is gone      ┘       │
 *                                                        └─▶ may this source be read, may anything be sent
 * </pre>
 *
 * <p>No clock of another machine is read. A tailer is silent when another one has read six of its
 * own heartbeats since the last of that one: they are two seconds apart, and an outage of the
 * broker, in which nobody can write any, ends no lease.
 */
@NullMarked
package io.tidemark.ingest.own;

import org.jspecify.annotations.NullMarked;
