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
 * Name and password of a user of the embedded broker. The password is random, so Kafka's minimum of
 * iterations is enough for SCRAM.
 */
record Credential(String user, String password) {

  static final ScramMechanism SCRAM = ScramMechanism.SCRAM_SHA_256;
  static final String PLAIN = "PLAIN";
  static final String PROTOCOL = "SASL_PLAINTEXT";

  private static final int PASSWORD_BYTES = 32;

  static Credential random() {
    byte[] password = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(password);
    return new Credential(
        "tidemark", Base64.getUrlEncoder().withoutPadding().encodeToString(password));
  }

  /** Client properties without the address. SCRAM does not reveal the password to the listener. */
  Map<String, String> scramClient() {
    return client(SCRAM.mechanismName(), scramListener());
  }

  /**
   * Client properties without the address. PLAIN sends the password, so the credential must end
   * with the process; it saves the thousands of hashes that SCRAM takes for each connection.
   */
  Map<String, String> plainClient() {
    return client(PLAIN, login(PlainLoginModule.class, ""));
  }

  /** JAAS entry of a listener that admits {@link #scramClient}. */
  String scramListener() {
    return login(ScramLoginModule.class, "");
  }

  /** JAAS entry of a listener that admits {@link #plainClient}, and of its own connections. */
  String plainListener() {
    return login(PlainLoginModule.class, " user_%s=\"%s\"".formatted(user, password));
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
