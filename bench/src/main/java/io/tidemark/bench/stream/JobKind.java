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

/** Tidemark's job, and the bare jobs for comparison. */
enum JobKind {
  TIDEMARK("tidemark") {
    @Override
    boolean runs(JobVariant variant) {
      return variant.isOfTidemark();
    }

    @Override
    RunningJob start(Map<String, Object> kafka, Path state, JobVariant variant) {
      Map<String, Object> properties = new HashMap<>(kafka);
      properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, variant.threads());
      return new Own(
          Streams.open(
              new StreamsJobConfig(properties, state, "bench", Settings.DEFAULT),
              new SimpleMeterRegistry()));
    }
  },
  MAP_VALUES("mapValues") {
    @Override
    void build(StreamsBuilder builder, JobVariant variant) {
      lines(builder)
          .mapValues(JobKind::length, Named.as("map"))
          .to(
              Topics.DEAD_LETTERS.name(),
              Produced.with(Serdes.String(), Serdes.Long()).withName("write"));
    }
  },
  AGGREGATE("aggregate") {
    @Override
    void build(StreamsBuilder builder, JobVariant variant) {
      lines(builder)
          .groupByKey()
          .aggregate(
              () -> 0L,
              (key, slice, sum) -> sum + length(slice),
              Named.as("sum"),
              Materialized.<String, Long>as(variant.store("sums"))
                  .withKeySerde(Serdes.String())
                  .withValueSerde(Serdes.Long()));
    }
  };

  private final String words;

  JobKind(String words) {
    this.words = words;
  }

  /** The name on the command line. */
  String words() {
    return words;
  }

  boolean runs(JobVariant variant) {
    return true;
  }

  /** Starts the job over all records in the broker. */
  RunningJob start(Map<String, Object> kafka, Path state, JobVariant variant) {
    StreamsBuilder builder = new StreamsBuilder();
    build(builder, variant);
    Properties properties = new Properties();
    properties.putAll(kafka);
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, Bare.GROUP);
    properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, variant.guarantee());
    properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, variant.threads());
    properties.put("auto.offset.reset", "earliest");
    properties.put("compression.type", "lz4");
    properties.put("max.request.size", Topics.MAX_RECORD_BYTES);
    KafkaStreams streams = new KafkaStreams(builder.build(), properties);
    streams.start();
    return new Bare(streams);
  }

  void build(StreamsBuilder builder, JobVariant variant) {}

  private static KStream<String, Slice> lines(StreamsBuilder builder) {
    return builder.stream(
        Topics.LINES.name(), Consumed.with(Serdes.String(), Topics.LINES.value()).withName("read"));
  }

  private static long length(Slice slice) {
    return slice.bytes().length;
  }

  private record Own(Streams streams) implements RunningJob {
    @Override
    public boolean running() {
      streams.check();
      return streams.running();
    }

    @Override
    public String group() {
      return "tidemark-streams";
    }

    @Override
    public void close() {
      streams.close();
    }
  }

  private record Bare(KafkaStreams streams) implements RunningJob {

    private static final String GROUP = "bench";

    @Override
    public boolean running() {
      return streams.state() == KafkaStreams.State.RUNNING;
    }

    @Override
    public String group() {
      return GROUP;
    }

    @Override
    public void close() {
      streams.close();
    }
  }
}
