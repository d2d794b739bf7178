package io.tidemark.bench.stream;

import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** One log, shipped as {@code sources} sources. */
@SuppressWarnings("ArrayRecordComponent") // read only, never compared
record ShippedLog(byte[] log, int sources) {

  private static final long TIME = 1_700_000_000_000L;

  static ShippedLog of(Path file, int sources) throws IOException {
    return new ShippedLog(Files.readAllBytes(file), sources);
  }

  long lines() {
    return (long) LineEnds.count(log, 0, log.length) * sources;
  }

  long totalBytes() {
    return (long) log.length * sources;
  }

  /** Sends slices of every source, as a tailer does; returns their number. */
  long ship(Map<String, Object> kafka) throws ExecutionException, InterruptedException {
    List<Future<RecordMetadata>> slices = new ArrayList<>();
    try (KafkaProducer<String, Slice> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                kafka.get("bootstrap.servers"),
                "compression.type",
                "lz4",
                "max.request.size",
                Topics.MAX_RECORD_BYTES),
            Topics.LINES.key().serializer(),
            Topics.LINES.value().serializer())) {
      for (int source = 0; source < sources; source++) {
        for (int from = 0; from < log.length; ) {
          int to = Math.min(log.length, from + Slice.TARGET_BYTES);
          while (to < log.length && log[to - 1] != '\n') {
            to++;
          }
          Slice slice = slice(from, to);
          Future<RecordMetadata> sent =
              producer.send(new ProducerRecord<>(Topics.LINES.name(), source + ".log", slice));
          if (from == 0) {
            sent.get(); // a new partition may have no leader yet
          }
          slices.add(sent);
          from = to;
        }
      }
    }
    for (Future<RecordMetadata> slice : slices) {
      slice.get();
    }
    return slices.size();
  }

  private Slice slice(int from, int to) {
    byte[] text = Arrays.copyOfRange(log, from, to);
    int lines = Math.max(1, LineEnds.count(text, 0, text.length));
    return new Slice("g", from, text.length, lines, false, false, TIME, TIME, text);
  }
}
