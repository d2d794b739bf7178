package io.tidemark.app.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.IllegalSaslStateException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class FaultSentencesTest {

  @Test
  void aRefusalIsItsOwnSentence() {
    assertThat(FaultSentences.of(new Refusal("--port 99999: want 0 to 65535")))
        .isEqualTo("--port 99999: want 0 to 65535");
  }

  @Test
  void aFaultBelowSaysMoreThanWhatItWasWrappedIn() {
    assertThat(FaultSentences.of(new ExecutionException(new Fault("the disk is full"))))
        .isEqualTo("the disk is full");
  }

  @Test
  void aFullDiskIsNamedHoweverItShows() {
    assertThat(
            FaultSentences.of(
                new IllegalStateException(new IOException("No space left on device"))))
        .startsWith("a disk is full: free space");
    assertThat(
            FaultSentences.of(
                new InternalError(
                    "a fault occurred in a recent unsafe memory access operation in compiled Java"
                        + " code")))
        .startsWith("a disk is full: free space");
  }

  @Test
  void theRootOfAnUnknownFaultIsSaid() {
    KafkaException client =
        new KafkaException(
            "Failed to create new KafkaAdminClient",
            new KafkaException(
                "Failed to create new NetworkClient", new NoSuchFileException("/etc/ca.pem")));
    assertThat(FaultSentences.of(client))
        .endsWith("KafkaAdminClient (java.nio.file.NoSuchFileException: /etc/ca.pem)");
  }

  @Test
  void aRefusedLogInIsNamed() {
    assertThat(
            FaultSentences.of(
                new IllegalStateException(new SaslAuthenticationException("invalid"))))
        .isEqualTo("Kafka refuses the name or password: invalid");
  }

  @Test
  void aCertificateThatIsNotTrustedIsNoPassword() {
    assertThat(FaultSentences.of(new IllegalSaslStateException("Invalid response")))
        .isEqualTo(
            "a server that is not Kafka answered for Kafka, or a proxy before it: start again"
                + " (Invalid response)");
    assertThat(FaultSentences.of(new SslAuthenticationException("SSL handshake failed")))
        .isEqualTo(
            "Kafka and this program cannot agree on TLS: SSL handshake failed; see"
                + " ssl.truststore.location in --config");
  }

  @Test
  void aMissingRightIsNamedWithWhatItIsFor() {
    assertThat(
            FaultSentences.of(
                new ExecutionException(
                    new TopicAuthorizationException(Set.of("tidemark.runs", "tidemark.ops")))))
        .startsWith(
            "Kafka does not allow this program's user an operation on the topics tidemark.ops,"
                + " tidemark.runs: grant");
    assertThat(FaultSentences.of(GroupAuthorizationException.forGroupId("tidemark-streams")))
        .contains("Read on the group tidemark-streams");
    assertThat(FaultSentences.of(new TransactionalIdAuthorizationException("no")))
        .contains("Write on its transactional id");
    assertThat(
            FaultSentences.of(new ClusterAuthorizationException("Cluster authorization failed.")))
        .contains("what it asked for (Cluster authorization failed.)");
  }

  @Test
  void aMissingRightIsNamedWithTheUserAndATopicThatWasNotCreated() {
    assertThat(
            FaultSentences.denied(
                "Kafka at k:1",
                "User:s",
                new IllegalStateException(
                    new StreamsException(
                        "Could not create topic a-changelog.",
                        new TopicAuthorizationException("Authorization failed.")))))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .startsWith(
                        "Kafka at k:1 does not allow User:s Create on the topic a-changelog:"
                            + " grant"));
    assertThat(
            FaultSentences.denied(
                "K", "U", new TopicAuthorizationException(Set.of("tidemark-streams-x-changelog"))))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains(
                        "U Create, Read and Write on the topics tidemark-streams-x-changelog"));
    assertThat(FaultSentences.denied("K", "U", new IllegalStateException("no"))).isEmpty();
  }

  @Test
  void anInstancesNameThatAnotherProcessTookIsNamedWithItsOption() {
    assertThat(
            FaultSentences.of(new IllegalStateException(new FencedInstanceIdException("fenced"))))
        .endsWith("give each its own --instance");
  }

  @Test
  void aWrongClockIsNamed() {
    assertThat(
            FaultSentences.of(
                new IllegalStateException(
                    "the streams job ended",
                    new StreamsException("send", new InvalidTimestampException("out of range")))))
        .startsWith("a clock is wrong, on this machine or on the broker's: set both")
        .endsWith("(out of range)");
  }

  @Test
  void whateverElseItIsIsOneLineWithItsCause() {
    assertThat(FaultSentences.of(new IllegalStateException("one\n  two", new IOException("three"))))
        .isEqualTo("java.lang.IllegalStateException: one two (java.io.IOException: three)");
  }
}
