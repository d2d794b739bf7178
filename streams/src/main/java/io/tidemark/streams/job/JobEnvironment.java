package io.tidemark.streams.job;

import io.tidemark.streams.publish.DueFlushes;
import io.tidemark.streams.publish.Publication;
import io.tidemark.streams.source.Backlog;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * Dependencies of the topology on the surrounding process.
 *
 * @param meters count what it does
 * @param publications creates the publication of a task
 * @param backlog records that existed before the start
 * @param due due times of its flushes
 * @param nanos measures what a source takes
 */
public record JobEnvironment(
    StreamsMeters meters,
    Function<ProcessorContext<byte[], byte[]>, Publication> publications,
    Backlog backlog,
    DueFlushes due,
    LongSupplier nanos) {}
