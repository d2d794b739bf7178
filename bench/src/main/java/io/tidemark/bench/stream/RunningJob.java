package io.tidemark.bench.stream;

/** A running streams job. */
interface RunningJob extends AutoCloseable {

  /** Whether it has its partitions. */
  boolean running();

  /** The consumer group of its committed offsets. */
  String group();

  @Override
  void close();
}
