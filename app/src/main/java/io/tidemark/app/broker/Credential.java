package io.tidemark.app.broker;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.apache.kafka.common.security.scram.internals.ScramCredentialUtils;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;

/**
 * Name and password of the one user of the embedded broker. The password is random, so Kafka's
 * minimum of iterations is enough.
 */
record Credential(String user, String password) {

  static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;
  static final String PROTOCOL = "SASL_PLAINTEXT";

  private static final int PASSWORD_BYTES = 32;

  static Credential random() {
    byte[] password = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(password);
    return new Credential(
        "tidemark", Base64.getUrlEncoder().withoutPadding().encodeToString(password));
  }

  /** Properties of a client, without the address. */
  Map<String, String> clientProperties() {
    return Map.of(
        CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
        PROTOCOL,
        SaslConfigs.SASL_MECHANISM,
        MECHANISM.mechanismName(),
        SaslConfigs.SASL_JAAS_CONFIG,
        login("") + ";");
  }

  /**
   * The login entry of a node: derived keys to check clients, computed once here, and the password
   * for its connection to itself.
   */
  String nodeLogin() throws GeneralSecurityException {
    ScramFormatter formatter = new ScramFormatter(MECHANISM);
    String keys =
        ScramCredentialUtils.credentialToString(
            formatter.generateCredential(password, MECHANISM.minIterations()));
    return login(" %s=\"%s\"".formatted(OwnerLogin.KEYS, keys)) + ";";
  }

  private String login(String more) {
    return "%s required username=\"%s\" password=\"%s\"%s"
        .formatted(ScramLoginModule.class.getName(), user, password, more);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "Credential[" + user + "]";
  }
}
