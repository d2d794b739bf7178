package io.tidemark.app.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.Test;

class StaleRegistrationTest {

  private final Deque<Exception> answers = new ArrayDeque<>();

  private void ask() throws ExecutionException {
    Exception answer = answers.poll();
    if (answer != null) {
      throw new ExecutionException(answer);
    }
  }

  @Test
  void aControllerThatWasAskedBeforeItKnewItsVersionIsAskedAgain() throws Exception {
    answers.addAll(
        List.of(
            new UnsupportedVersionException("metadata.version is not known yet"),
            new NotControllerException("not active yet")));

    StaleRegistration.untilAnswered(StaleRegistration.PATIENCE, this::ask);

    assertThat(answers).isEmpty();
  }

  @Test
  void aControllerThatNeverKnowsItsVersionEndsTheStart() {
    Duration none = Duration.ofSeconds(-1);
    answers.add(new UnsupportedVersionException("too old"));

    assertThatThrownBy(() -> StaleRegistration.untilAnswered(none, this::ask))
        .hasCauseInstanceOf(UnsupportedVersionException.class);
  }

  @Test
  void whatWaitingDoesNotMendEndsTheStartAtOnce() {
    answers.addAll(List.of(new ClusterAuthorizationException("no"), new RuntimeException()));

    assertThatThrownBy(() -> StaleRegistration.untilAnswered(StaleRegistration.PATIENCE, this::ask))
        .hasCauseInstanceOf(ClusterAuthorizationException.class);
    assertThat(answers).hasSize(1);
  }
}
