package io.tidemark.bench.stream;

import java.util.function.BooleanSupplier;

/**
 * A running streams job.
 *
 * @param running whether it has its partitions
 * @param group the consumer group of its committed offsets
 */
record RunningJob(BooleanSupplier running, String group, Runnable end) implements AutoCloseable {
  @Override
  public void close() {
    end.run();
  }
}
