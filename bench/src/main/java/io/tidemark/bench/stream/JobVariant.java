package io.tidemark.bench.stream;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;

/** The configuration of a job. */
record JobVariant(String guarantee, Storage storage, int threads) {

  /** The storage of a job's state. */
  enum Storage {
    ROCKSDB,
    IN_MEMORY
  }

  static final List<JobVariant> ALL = all();

  private static List<JobVariant> all() {
    List<JobVariant> variants = new ArrayList<>();
    for (String guarantee : List.of(StreamsConfig.EXACTLY_ONCE_V2, StreamsConfig.AT_LEAST_ONCE)) {
      for (Storage storage : Storage.values()) {
        variants.add(new JobVariant(guarantee, storage, 1));
        variants.add(new JobVariant(guarantee, storage, 2));
      }
    }
    return List.copyOf(variants);
  }

  /** Whether Tidemark's own job allows this configuration, since parts of it are fixed. */
  boolean isOfTidemark() {
    return guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2) && storage == Storage.ROCKSDB;
  }

  KeyValueBytesStoreSupplier store(String name) {
    return storage == Storage.ROCKSDB
        ? Stores.persistentKeyValueStore(name)
        : Stores.inMemoryKeyValueStore(name);
  }

  String words() {
    return "%-16s %-9s %d"
        .formatted(guarantee, storage == Storage.ROCKSDB ? "RocksDB" : "in memory", threads);
  }
}
