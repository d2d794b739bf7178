package io.tidemark.app.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.app.notify.AlertQueue.AlertReceiver;
import io.tidemark.app.notify.AlertQueue.AlertReceiver.Rejected;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AlertQueueTest {

  private final List<String> tried = new CopyOnWriteArrayList<>();

  private AlertQueue queue(AlertReceiver receiver) {
    return new AlertQueue(receiver, Duration.ofMillis(1));
  }

  private String sentence(AlertNotice notice) {
    tried.add(notice.alert().sentence());
    return notice.alert().sentence();
  }

  @Test
  void aReceiverThatFailsAtFirstGetsItLater() {
    try (AlertQueue queue =
        queue(
            notice -> {
              sentence(notice);
              if (tried.size() < 3) {
                throw new IOException("not yet");
              }
            })) {
      queue.add(Notices.firing("a"));
      queue.add(Notices.firing("b"));
      await().untilAsserted(() -> assertThat(tried).containsExactly("a", "a", "a", "b"));
    }
  }

  @Test
  void aReceiverThatStatesWhenItWantsToBeAskedAgainIsNotAskedBefore() {
    Duration wanted = Duration.ofMillis(500);
    List<Long> nanos = new CopyOnWriteArrayList<>();
    try (AlertQueue queue =
        queue(
            notice -> {
              nanos.add(System.nanoTime());
              if (nanos.size() < 2) {
                throw new AlertReceiver.Later("it answers 429", wanted);
              }
            })) {
      queue.add(Notices.firing("a"));
      await().until(() -> nanos.size() == 2);
    }
    assertThat(Duration.ofNanos(nanos.get(1) - nanos.get(0))).isGreaterThanOrEqualTo(wanted);
  }

  @Test
  void whatIsRejectedIsNotTriedAgainAndTheNextIsDelivered() {
    try (AlertQueue queue =
        queue(
            notice -> {
              if (sentence(notice).equals("bad")) {
                throw new Rejected("no");
              }
            })) {
      queue.add(Notices.firing("bad"));
      queue.add(Notices.firing("good"));
      await().untilAsserted(() -> assertThat(tried).containsExactly("bad", "good"));
    }
  }

  @Test
  void aReceiverThatAlwaysFailsIsGivenUpForTheNextNotice() {
    try (AlertQueue queue =
        queue(
            notice -> {
              if (sentence(notice).equals("never")) {
                throw new IOException("down");
              }
            })) {
      queue.add(Notices.firing("never"));
      queue.add(Notices.firing("next"));
      await().untilAsserted(() -> assertThat(tried).endsWith("never", "next").hasSize(9));
    }
  }

  @Test
  void aFloodPushesOutTheOldestAndDelaysNobody() throws InterruptedException {
    CountDownLatch hold = new CountDownLatch(1);
    try (AlertQueue queue =
        queue(
            notice -> {
              sentence(notice);
              hold.await();
            })) {
      queue.add(Notices.firing("held"));
      await().until(() -> tried.contains("held"));
      for (int i = 0; i < 3 * AlertQueue.MOST_WAITING; i++) {
        queue.add(Notices.firing(Integer.toString(i)));
      }
      hold.countDown();
      await().until(() -> tried.contains("299"));
      assertThat(tried).hasSize(1 + AlertQueue.MOST_WAITING).contains("200").doesNotContain("199");
    }
  }

  @Test
  void whatWaitsAtTheEndIsDelivered() {
    try (AlertQueue queue = queue(this::sentence)) {
      queue.add(Notices.firing("last"));
    }
    assertThat(tried).containsExactly("last");
  }
}
