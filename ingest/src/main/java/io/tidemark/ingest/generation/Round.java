package io.tidemark.ingest.generation;

import io.tidemark.ingest.ship.Outlet;

/**
 * One turn of the tailer over all its logs.
 *
 * @param wallMillis time of day, for times of the data
 * @param steadyMillis a clock that never jumps, for waiting
 * @param once the first end of a file is the end of the work on it
 * @param openLineMillis a last line without its end is shipped when it has not grown for so long
 * @param scratch to read into
 */
@SuppressWarnings("ArrayRecordComponent") // a buffer lent for the turn, never compared
public record Round(
    long wallMillis,
    long steadyMillis,
    boolean once,
    long openLineMillis,
    byte[] scratch,
    Outlet outlet) {}
