package io.tidemark.app.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.broker.EmbeddedBroker.Admission;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodePropertiesTest {

  private final Credential clients = Credential.random();
  private final Credential inProcess = Credential.random();
  private final NodeProperties node =
      new NodeProperties(Path.of("logs"), 20_001, clients, inProcess);

  @Test
  void bothListenersAskForALogIn() {
    assertThat(node.broker(20_000, Admission.OWNER))
        .containsEntry(
            "listener.security.protocol.map", "CLIENTS:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT");
  }

  @Test
  void aBrokerThatAdmitsAnyoneStillAsksAtTheController() {
    assertThat(node.broker(20_000, Admission.ANYONE))
        .containsEntry(
            "listener.security.protocol.map", "CLIENTS:PLAINTEXT,CONTROLLER:SASL_PLAINTEXT");
  }

  @Test
  void theControllerAdmitsOnlyTheProcessItself() {
    Map<String, String> properties = node.broker(20_000, Admission.OWNER);

    assertThat(properties).containsEntry("sasl.enabled.mechanisms", "PLAIN");
    assertThat(properties.keySet())
        .filteredOn(key -> key.startsWith("listener.name.controller."))
        .containsExactly("listener.name.controller.plain.sasl.jaas.config");
    assertThat(properties.get("listener.name.controller.plain.sasl.jaas.config"))
        .contains("user_tidemark=\"" + inProcess.password() + "\"");
  }

  /** PLAIN sends its password, and the password of the folder outlives the process. */
  @Test
  void theFoldersPasswordIsUsedForScramAlone() {
    node.broker(20_000, Admission.OWNER)
        .forEach(
            (key, value) -> {
              if (!key.equals("listener.name.clients.scram-sha-256.sasl.jaas.config")) {
                assertThat(value).as(key).doesNotContain(clients.password());
              }
            });
    assertThat(inProcess.plainClient().values()).noneMatch(v -> v.contains(clients.password()));
  }
}
