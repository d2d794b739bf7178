package io.tidemark.streams.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.streams.JobProperties;
import io.tidemark.streams.StreamsJobConfig;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler.Response;
import org.apache.kafka.streams.errors.internals.DefaultErrorHandlerContext;
import org.junit.jupiter.api.Test;

class FailedSendsTest {

  @Test
  void aRecordThatTheBrokerRefusesEndsTheThreadWithTheBrokersReason() {
    StreamsConfig config =
        new StreamsConfig(
            JobProperties.of(
                new StreamsJobConfig(
                    Map.of("bootstrap.servers", "localhost:1"),
                    Path.of("state"),
                    "one",
                    Settings.DEFAULT,
                    null)));
    ProductionExceptionHandler handler = config.productionExceptionHandler();

    Response response =
        handler.handleError(
            // As in the producer's thread, where no record is being processed.
            new DefaultErrorHandlerContext(
                null, null, -1, -1, null, "track-slices", null, -1, new byte[0], new byte[0]),
            new ProducerRecord<>("tidemark.runs", new byte[0], new byte[0]),
            new InvalidTimestampException("out of range"));

    assertThat(response.result()).isEqualTo(ProductionExceptionHandler.Result.FAIL);
    assertThat(response.deadLetterQueueRecords()).isEmpty();
  }
}
