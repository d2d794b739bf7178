package io.tidemark.ingest.generation;

import io.tidemark.ingest.ship.Outlet;

/**
 * One pass of the tailer over all its logs.
 *
 * @param wallMillis time of day, for times of the data
 * @param steadyMillis a monotonic clock, for waiting
 * @param once a file is complete when its end is first reached
 * @param openLineMillis an unfinished last line counts as complete after this long without growth
 * @param scratch read buffer
 */
@SuppressWarnings("ArrayRecordComponent") // a buffer lent for the round, never compared
public record Round(
    long wallMillis,
    long steadyMillis,
    boolean once,
    long openLineMillis,
    byte[] scratch,
    Outlet outlet) {}
