package io.tidemark.bench.stream;

/** A streams job at work. */
interface RunningJob extends AutoCloseable {

  /** Whether it has its partitions. */
  boolean running();

  /** The consumer group that its offsets are committed for. */
  String group();

  @Override
  void close();
}
