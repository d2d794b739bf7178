package io.tidemark.streams;

import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * What the topology is given of the process around it.
 *
 * @param version of this build: another one tries parked slices again
 * @param events receives what happens
 * @param lines makes the reader of a partition
 * @param clock paces the reading of what waits
 * @param publications makes the way of a task's records
 * @param backlog what was there before the start
 * @param due when its flushes are
 */
record JobEnvironment(
    String version,
    JobEvents events,
    IntFunction<LinesReader> lines,
    InstantSource clock,
    Function<ProcessorContext<byte[], byte[]>, Publication> publications,
    Backlog backlog,
    DueFlushes due) {}
