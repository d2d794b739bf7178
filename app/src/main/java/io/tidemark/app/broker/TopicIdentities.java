package io.tidemark.app.broker;

import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.tidemark.app.fault.Fault;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a program whose broker has lost its topics: its volume was emptied, or somebody deleted
 * them. Kafka's clients would wait without limit, and the program would look healthy. Its next
 * start creates the topics again.
 *
 * <p>{@link #check} never waits; one thread calls it. No answer from the broker does not count as a
 * loss.
 */
public final class TopicIdentities implements AutoCloseable {

  static final Duration EVERY = Duration.ofSeconds(5);

  /** More than one, since a broker that has just started may not know all of its topics yet. */
  private static final int LOOKS_BEFORE_THE_END = 2;

  private static final Set<String> OURS =
      Topics.ALL.stream().map(Topic::name).collect(Collectors.toUnmodifiableSet());

  private final String servers;
  private final Supplier<CompletableFuture<Map<String, Uuid>>> question;
  private final Runnable end;
  private final InstantSource clock;
  private final KafkaContact contact;
  private Map<String, Uuid> first = Map.of();
  private Instant due;
  private @Nullable CompletableFuture<Map<String, Uuid>> asked;
  private int losses;

  /**
   * @param question asks the broker
   * @param end ends the asking
   */
  TopicIdentities(
      String servers,
      Supplier<CompletableFuture<Map<String, Uuid>>> question,
      Runnable end,
      InstantSource clock,
      MeterRegistry meters) {
    this.servers = servers;
    this.question = question;
    this.end = end;
    this.clock = clock;
    this.contact = new KafkaContact(servers, meters, clock);
    this.due = clock.instant();
  }

  /**
   * Begins with the topics in the first answer.
   *
   * @param kafka client properties of a broker that has the topics
   * @param meters gets the time since the last answer
   */
  public static TopicIdentities of(Map<String, Object> kafka, MeterRegistry meters) {
    Admin admin = Admin.create(kafka);
    return new TopicIdentities(
        String.valueOf(kafka.get("bootstrap.servers")),
        () -> identities(admin),
        () -> admin.close(Duration.ZERO),
        InstantSource.system(),
        meters);
  }

  /** Whether the broker answers. */
  public KafkaContact contact() {
    return contact;
  }

  private static CompletableFuture<Map<String, Uuid>> identities(Admin admin) {
    return admin
        .listTopics()
        .listings()
        .toCompletionStage()
        .thenApply(
            topics -> topics.stream().collect(toMap(TopicListing::name, TopicListing::topicId)))
        .toCompletableFuture();
  }

  /**
   * Asks the broker when due, and checks its answer.
   *
   * @throws Fault when topics are missing, or were replaced by others of the same name
   */
  public void check() {
    contact.check();
    if (asked == null) {
      if (!clock.instant().isBefore(due)) {
        due = clock.instant().plus(EVERY);
        asked = question.get();
      }
      return;
    }
    if (asked.isDone()) {
      if (!asked.isCompletedExceptionally()) {
        contact.answer();
        judge(asked.join());
      }
      asked = null;
    }
  }

  private void judge(Map<String, Uuid> now) {
    if (first.isEmpty()) {
      first =
          now.entrySet().stream()
              .filter(topic -> OURS.contains(topic.getKey()))
              .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
      return;
    }
    Optional<String> lost =
        first.entrySet().stream()
            .filter(topic -> !topic.getValue().equals(now.get(topic.getKey())))
            .map(Map.Entry::getKey)
            .sorted()
            .findFirst();
    losses = lost.isPresent() ? losses + 1 : 0;
    if (losses >= LOOKS_BEFORE_THE_END) {
      throw new Fault(
          "Kafka at %s lost the topic %s that this program began with (deleted, or the broker's data is gone); the next start creates what is missing"
              .formatted(servers, lost.orElseThrow()));
    }
  }

  @Override
  public void close() {
    end.run();
  }

  /**
   * Whether Kafka answers. A program goes on without it and continues where it was, so that only
   * its figures get old; therefore its silence is a metric, a reason of {@code /ready}, and a log
   * line at either end. One thread notes answers; any thread may ask.
   */
  public static final class KafkaContact {

    /** Silence from which on it counts as lost: three questions without an answer. */
    static final Duration LOST_AFTER = TopicIdentities.EVERY.multipliedBy(3);

    /** A longer time between two answers does not count as one in which Kafka answered. */
    private static final Duration AWAY_AFTER = TopicIdentities.EVERY.multipliedBy(2);

    private static final Logger LOG = LoggerFactory.getLogger(KafkaContact.class);

    private final String servers;
    private final InstantSource clock;
    private volatile Instant answered;
    private final AtomicLong answeredNanos = new AtomicLong();
    private boolean lost;

    KafkaContact(String servers, MeterRegistry meters, InstantSource clock) {
      this.servers = servers;
      this.clock = clock;
      this.answered = clock.instant();
      TimeGauge.builder(
              "tidemark.kafka.silent", this, TimeUnit.MILLISECONDS, c -> c.silence().toMillis())
          .description("Time since Kafka last answered a question that is asked every five seconds")
          .register(meters);
    }

    void answer() {
      Duration silent = silence();
      answered = clock.instant();
      // A clock may be set back.
      if (!silent.isNegative() && silent.compareTo(AWAY_AFTER) < 0) {
        answeredNanos.addAndGet(silent.toNanos());
      }
      if (lost) {
        lost = false;
        LOG.warn("Kafka at {} answers again, after {} s", servers, silent.toSeconds());
      }
    }

    /** Logs the loss once. */
    void check() {
      if (!lost && silence().compareTo(LOST_AFTER) >= 0) {
        lost = true;
        LOG.warn(
            "Kafka at {} has not answered for {} s; this program waits for it and goes on where it was",
            servers,
            silence().toSeconds());
      }
    }

    private Duration silence() {
      return Duration.between(answered, clock.instant());
    }

    /**
     * A clock in nanoseconds that stands still while Kafka does not answer. By this clock, work
     * that waits for Kafka is not stalled: a restart of the program would not help.
     */
    public long answeredNanos() {
      return answeredNanos.get();
    }

    /** That Kafka is lost, and since when; empty while it answers. */
    public Optional<String> problem() {
      Duration silent = silence();
      return silent.compareTo(LOST_AFTER) < 0
          ? Optional.empty()
          : Optional.of(
              "Kafka at %s has not answered for %d s".formatted(servers, silent.toSeconds()));
    }
  }
}
