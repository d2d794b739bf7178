/**
 * Ensures one tailer per source, by the order of the records in {@code tidemark.owners}.
 *
 * <pre>
 *  records ─▶ OwnerTable   the valid claims      ┐
 *          ─▶ Heartbeats   who is silent         ┼─▶ Ownership ─▶ claims, heartbeats
 *  processes of this machine ─▶ who is gone      ┘       │
 *                                                        └─▶ may this source be read, may anything be sent
 * </pre>
 *
 * <p>Clocks of other machines are not used. A tailer is silent when another one has read six of its
 * own heartbeats since the last record of that tailer. Heartbeats are two seconds apart. An outage
 * of the broker ends no lease, since no tailer can write heartbeats then.
 */
package io.tidemark.ingest.own;
