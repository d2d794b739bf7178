package io.tidemark.streams;

import java.time.InstantSource;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * What the topology is given of the process around it.
 *
 * @param version of this build: another one tries parked slices again
 * @param tracked receives the time of each slice that was received
 * @param commandIgnored receives each command that met no failure of its own
 * @param parkedUnreadable run for each stored parked source that cannot be read
 * @param sectionsRestarted counts the sections of stored state that were begun anew
 * @param lines makes the reader of a partition
 * @param clock paces the reading of what waits
 */
record JobEnvironment(
    String version,
    LongConsumer tracked,
    Runnable commandIgnored,
    Runnable parkedUnreadable,
    IntConsumer sectionsRestarted,
    IntFunction<LinesReader> lines,
    InstantSource clock) {}
