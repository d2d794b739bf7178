package io.tidemark.app.broker;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import javax.security.auth.spi.LoginModule;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;

/**
 * Name and password of the one user of the embedded broker. The password is random, so Kafka's
 * minimum of iterations is enough.
 */
record Credential(String user, String password) {

  static final ScramMechanism MECHANISM = ScramMechanism.SCRAM_SHA_256;
  static final String OWN_MECHANISM = "PLAIN";
  static final String PROTOCOL = "SASL_PLAINTEXT";

  private static final int PASSWORD_BYTES = 32;

  static Credential random() {
    byte[] password = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(password);
    return new Credential(
        "tidemark", Base64.getUrlEncoder().withoutPadding().encodeToString(password));
  }

  /** Properties of a client, without the address. Whoever listens there learns no password. */
  Map<String, String> clientProperties() {
    return client(MECHANISM.mechanismName(), login(ScramLoginModule.class));
  }

  /**
   * The same for a client in the broker's own process, which talks to itself. It sends the
   * password: the other log-in takes thousands of hashes, and a start has some thirty.
   */
  Map<String, String> ownProperties() {
    return client(OWN_MECHANISM, login(PlainLoginModule.class));
  }

  private static Map<String, String> client(String mechanism, String login) {
    return Map.of(
        CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
        PROTOCOL,
        SaslConfigs.SASL_MECHANISM,
        mechanism,
        SaslConfigs.SASL_JAAS_CONFIG,
        login);
  }

  /** The login entry of a listener that admits {@link #clientProperties}. */
  String listenerLogin() {
    return login(ScramLoginModule.class);
  }

  /** The login entry of a listener that admits {@link #ownProperties}; of its clients, too. */
  String ownListenerLogin() {
    return login(PlainLoginModule.class, " user_%s=\"%s\"".formatted(user, password));
  }

  private String login(Class<? extends LoginModule> module) {
    return login(module, "");
  }

  private String login(Class<? extends LoginModule> module, String more) {
    return "%s required username=\"%s\" password=\"%s\"%s;"
        .formatted(module.getName(), user, password, more);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "Credential[" + user + "]";
  }
}
