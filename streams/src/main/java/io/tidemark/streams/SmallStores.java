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

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(2);
  }

  @Override
  public void close(String store, Options options) {}
}
