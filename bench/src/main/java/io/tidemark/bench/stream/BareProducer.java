package io.tidemark.bench.stream;

import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Measures the minimal cost of shipping a file: Kafka's own producer sends it in slices of whole
 * lines, as read from disk. Arguments: bootstrap servers, a topic, a file.
 */
final class BareProducer {

  private BareProducer() {}

  public static void main(String[] arguments) throws IOException {
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers",
            arguments[0],
            "compression.type",
            "lz4",
            "linger.ms",
            5,
            "batch.size",
            1024 * 1024);
    byte[] slice = new byte[Slice.TARGET_BYTES];
    int length = 0;
    try (InputStream file = Files.newInputStream(Path.of(arguments[2]));
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int read; (read = file.readNBytes(slice, length, slice.length - length)) > 0; ) {
        int all = length + read;
        int end = all;
        while (end > 1 && slice[end - 1] != '\n') {
          end--;
        }
        byte[] value = Arrays.copyOf(slice, end);
        var unused = producer.send(new ProducerRecord<>(arguments[1], value), BareProducer::onSent);
        length = all - end;
        System.arraycopy(slice, end, slice, 0, length);
      }
    }
  }

  private static void onSent(RecordMetadata sent, @Nullable Exception failure) {
    if (failure != null) {
      failure.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }
}
