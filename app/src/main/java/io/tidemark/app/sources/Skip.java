package io.tidemark.app.sources;

import io.tidemark.model.ParkedSource;
import io.tidemark.model.Refusal;
import io.tidemark.model.SkipCommand;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Commands;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends the command by which a parked source continues after its failing slice. */
public final class Skip {

  /** The result of a skip. */
  public enum Outcome {
    BEHIND_THE_SLICE("source %s continues after its failing slice"),
    ANEW(
        "source %s starts its next run: its stored state could not be read; the open run leaves the"
            + " board, its lines stay counted"),
    NO_ANSWER("source %s: the command is sent, no answer yet; a streams job answers once it runs");

    private final String sentence;

    Outcome(String sentence) {
      this.sentence = sentence;
    }

    /** The outcome as a sentence. */
    public String sentence(String source) {
      return sentence.formatted(TerminalText.of(source));
    }
  }

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 300;

  private final Map<String, Object> kafka;

  /**
   * @param kafka client properties
   */
  public Skip(Map<String, Object> kafka) {
    this.kafka = new HashMap<>(kafka);
  }

  /**
   * Sends the command and waits up to {@link #PATIENCE} for the answer. Without an answer, the
   * command stays in the topic.
   *
   * @throws Refusal when the source is not parked
   */
  public Outcome of(String source, CountDownLatch stop)
      throws ExecutionException, InterruptedException {
    try (SourceTables tables = new SourceTables(kafka)) {
      Map<String, ParkedSource> parked = tables.parked();
      ParkedSource why = parked.get(source);
      if (why == null || !why.parked()) {
        throw new Refusal(
            "source '%s' is not parked; parked are: %s"
                .formatted(source, parked.isEmpty() ? "none" : String.join(", ", parked.keySet())));
      }
      SkipCommand command = SkipCommand.of(why);
      send(source, command);
      if (!answered(tables, source, command, stop)) {
        return Outcome.NO_ANSWER;
      }
      return why.beginsAnew() ? Outcome.ANEW : Outcome.BEHIND_THE_SLICE;
    }
  }

  private void send(String source, SkipCommand command)
      throws ExecutionException, InterruptedException {
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
      byte[] key = Topics.LINES.key().serializer().serialize(Topics.LINES.name(), source);
      producer
          .send(
              new ProducerRecord<>(Topics.LINES.name(), null, key, null, Commands.headers(command)))
          .get();
    }
  }

  private static boolean answered(
      SourceTables tables, String source, SkipCommand command, CountDownLatch stop)
      throws InterruptedException {
    long from = System.nanoTime();
    while (System.nanoTime() - from < PATIENCE.toNanos()) {
      ParkedSource now = tables.parked().get(source);
      if (now == null || !now.parked() || !SkipCommand.of(now).equals(command)) {
        return true;
      }
      if (stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return false;
  }
}
