package io.tidemark.app.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.app.fault.Fault;
import io.tidemark.model.wire.Topics;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class TopicIdentitiesTest {

  private static final String LINES = Topics.LINES.name();

  private final Map<String, Uuid> topics = new HashMap<>();
  private boolean away;
  private Instant now = Instant.EPOCH;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final TopicIdentities identities =
      new TopicIdentities("kafka:9092", this::ask, () -> {}, () -> now, meters);

  private CompletableFuture<Map<String, Uuid>> ask() {
    return away
        ? CompletableFuture.failedFuture(new TimeoutException("away"))
        : CompletableFuture.completedFuture(Map.copyOf(topics));
  }

  /** Asks once and waits for the answer. */
  private void look() {
    now = now.plus(TopicIdentities.EVERY);
    identities.check();
    identities.check();
  }

  private void begin() {
    Topics.ALL.forEach(topic -> topics.put(topic.name(), Uuid.randomUuid()));
    look();
  }

  @Test
  void topicsThatAreGoneEndTheProgram() {
    begin();
    topics.clear();
    look();
    assertThatThrownBy(this::look)
        .isInstanceOf(Fault.class)
        .hasMessageContaining("kafka:9092 lost the topic tidemark.");
  }

  @Test
  void aTopicMadeAnewUnderItsNameEndsTheProgram() {
    begin();
    topics.put(LINES, Uuid.randomUuid());
    look();
    assertThatThrownBy(this::look).hasMessageContaining("lost the topic " + LINES + " ");
  }

  @Test
  void aBrokerThatDoesNotKnowItsTopicsForAMomentEndsNothing() {
    begin();
    Map<String, Uuid> whole = Map.copyOf(topics);
    topics.clear();
    look();
    topics.putAll(whole);
    look();
    topics.clear();
    assertThatCode(this::look).doesNotThrowAnyException();
  }

  @Test
  void aBrokerThatIsAwayLostNothing() {
    begin();
    away = true;
    for (int i = 0; i < 5; i++) {
      look();
    }
  }

  @Test
  void topicsOfOthersMayComeAndGo() {
    topics.put("orders", Uuid.randomUuid());
    begin();
    topics.remove("orders");
    look();
    look();
  }

  private double silentSeconds() {
    return meters.get("tidemark.kafka.silent").timeGauge().value(TimeUnit.SECONDS);
  }

  @Test
  void aSilentBrokerIsAReasonAndAFigureUntilItAnswersAgain() {
    begin();
    assertThat(identities.contact().problem()).isEmpty();

    away = true;
    look();
    look();
    assertThat(identities.contact().problem()).as("two questions").isEmpty();
    assertThat(silentSeconds()).isEqualTo(10);
    look();
    assertThat(identities.contact().problem())
        .contains("Kafka at kafka:9092 has not answered for 15 s");

    away = false;
    look();
    assertThat(identities.contact().problem()).isEmpty();
    assertThat(silentSeconds()).isZero();
  }

  @Test
  void theClockOfAStallStandsStillWhileKafkaDoesNotAnswer() {
    begin();
    look();
    long before = identities.contact().answeredNanos();
    look();
    assertThat(identities.contact().answeredNanos() - before)
        .isEqualTo(TopicIdentities.EVERY.toNanos());

    away = true;
    for (int i = 0; i < 20; i++) {
      look();
    }
    away = false;
    look();
    assertThat(identities.contact().answeredNanos() - before)
        .as("an outage of 105 s")
        .isEqualTo(TopicIdentities.EVERY.toNanos());
    look();
    assertThat(identities.contact().answeredNanos() - before)
        .isEqualTo(2 * TopicIdentities.EVERY.toNanos());
  }
}
