package io.tidemark.bench.stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.Streams;
import io.tidemark.streams.StreamsJobConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.Stores;

/** Tidemark's job, and the bare jobs for comparison; all exactly once, with state in RocksDB. */
enum JobKind {
  TIDEMARK("tidemark"),
  MAP_VALUES("mapValues"),
  AGGREGATE("aggregate");

  final String words;

  JobKind(String words) {
    this.words = words;
  }

  /** Starts the job over all records in the broker. */
  RunningJob start(Map<String, Object> kafka, Path state, int threads) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    return this == TIDEMARK ? own(properties, state) : bare(properties, state);
  }

  private static RunningJob own(Map<String, Object> kafka, Path state) {
    StreamsJobConfig config = new StreamsJobConfig(kafka, state, "bench", Settings.DEFAULT, null);
    Streams streams = Streams.open(config, new SimpleMeterRegistry());
    return new RunningJob(
        () -> {
          streams.check();
          return streams.running();
        },
        "tidemark-streams",
        streams::close);
  }

  private RunningJob bare(Map<String, Object> kafka, Path state) {
    StreamsBuilder builder = new StreamsBuilder();
    build(builder);
    Properties properties = new Properties();
    properties.putAll(kafka);
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    properties.put("auto.offset.reset", "earliest");
    properties.put("compression.type", "lz4");
    properties.put("max.request.size", Topics.MAX_RECORD_BYTES);
    KafkaStreams streams = new KafkaStreams(builder.build(), properties);
    streams.start();
    return new RunningJob(
        () -> streams.state() == KafkaStreams.State.RUNNING, "bench", streams::close);
  }

  private void build(StreamsBuilder builder) {
    KStream<String, Slice> lines =
        builder.stream(
            Topics.LINES.name(),
            Consumed.with(Serdes.String(), Topics.LINES.value()).withName("read"));
    if (this == MAP_VALUES) {
      lines
          .mapValues(JobKind::length, Named.as("map"))
          .to(
              Topics.DEAD_LETTERS.name(),
              Produced.with(Serdes.String(), Serdes.Long()).withName("write"));
    } else {
      lines
          .groupByKey()
          .aggregate(
              () -> 0L,
              (key, slice, sum) -> sum + length(slice),
              Named.as("sum"),
              Materialized.<String, Long>as(Stores.persistentKeyValueStore("sums"))
                  .withKeySerde(Serdes.String())
                  .withValueSerde(Serdes.Long()));
    }
  }

  private static long length(Slice slice) {
    return slice.bytes().length;
  }
}
