package io.tidemark.app.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class FreePortTest {

  @RepeatedTest(20)
  void noConnectionOfAnotherProgramTakesAChosenPort() {
    assertThat(EmbeddedBroker.FreePort.any()).isBetween(20_000, 32_767);
  }

  @Test
  void aTakenPortIsRefused() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> EmbeddedBroker.FreePort.checked(taken.getLocalPort()))
          .isInstanceOf(Refusal.class)
          .hasMessage(
              "broker port %d is taken; name a free port, or 0 for any"
                  .formatted(taken.getLocalPort()));
    }
  }
}
