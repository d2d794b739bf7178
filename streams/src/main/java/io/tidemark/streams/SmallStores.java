package io.tidemark.streams;

import io.tidemark.model.ByteSize;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Options;

/**
 * Keeps the memory of the stores outside the heap small: a task has four, their parts are few, and
 * the client's own buffers would grow to half a gigabyte before the first of them is emptied.
 * Public because Kafka makes it.
 */
public final class SmallStores implements RocksDBConfigSetter {

  static final long WRITE_BUFFER_BYTES = 2 * ByteSize.MIB;

  /** RocksDB's own 4 MiB for each of 40 stores would fill a folder in memory before any state. */
  private static final long MANIFEST_BYTES = ByteSize.MIB / 16;

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(2);
    options.setManifestPreallocationSize(MANIFEST_BYTES);
  }

  @Override
  public void close(String store, Options options) {}
}
