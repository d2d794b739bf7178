package io.tidemark.streams.job;

import io.tidemark.model.ByteSize;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Options;

/**
 * Limits the off-heap memory of the stores. A task has four small stores; RocksDB's default buffers
 * would grow to half a gigabyte before the first is flushed.
 *
 * <p>Public because Kafka creates it by reflection.
 */
public final class SmallStores implements RocksDBConfigSetter {

  public static final long WRITE_BUFFER_BYTES = 2 * ByteSize.MIB;

  /**
   * RocksDB's default of 4 MiB for each of 40 stores would fill an in-memory folder before any
   * state.
   */
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
