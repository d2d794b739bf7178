package io.tidemark.streams;

import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * Dependencies of the topology on the surrounding process.
 *
 * @param version of this build; a different build retries parked slices
 * @param events receives notifications
 * @param lines creates the reader of a partition
 * @param clock limits the time for reading waiting slices
 * @param publications creates the publication of a task
 * @param backlog records that existed before the start
 * @param due due times of its flushes
 */
record JobEnvironment(
    String version,
    JobEvents events,
    IntFunction<LinesReader> lines,
    InstantSource clock,
    Function<ProcessorContext<byte[], byte[]>, Publication> publications,
    Backlog backlog,
    DueFlushes due) {}
