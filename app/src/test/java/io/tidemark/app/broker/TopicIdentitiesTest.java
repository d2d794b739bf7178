package io.tidemark.app.broker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.fault.Fault;
import io.tidemark.model.wire.Topics;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class TopicIdentitiesTest {

  private static final String LINES = Topics.LINES.name();

  private final Map<String, Uuid> topics = new HashMap<>();
  private boolean away;
  private Instant now = Instant.EPOCH;
  private final TopicIdentities identities =
      new TopicIdentities("kafka:9092", new Broker(), () -> now);

  private final class Broker implements TopicIdentities.Lookup {
    @Override
    public CompletableFuture<Map<String, Uuid>> ask() {
      return away
          ? CompletableFuture.failedFuture(new TimeoutException("away"))
          : CompletableFuture.completedFuture(Map.copyOf(topics));
    }

    @Override
    public void close() {}
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
}
