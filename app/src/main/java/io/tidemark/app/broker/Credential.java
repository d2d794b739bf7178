package io.tidemark.app.broker;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /**
   * A properties file of the data folder for {@code --config}, or for {@code --command-config} of
   * Kafka's own tools. The first start creates it; later starts read it.
   */
  static final String FILE = "client.properties";

  private static final Pattern LOGIN =
      Pattern.compile("username=\"([^\"\\\\]+)\"\\s+password=\"([^\"\\\\]+)\"");

  private static final int PASSWORD_BYTES = 32;

  static Credential random() {
    byte[] password = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(password);
    return new Credential(
        "tidemark", Base64.getUrlEncoder().withoutPadding().encodeToString(password));
  }

  /**
   * Reads the folder's credential; creates it when there is none.
   *
   * @throws Refusal when the file holds no credential or belongs to another user
   */
  static Credential in(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      Credential made = Credential.random();
      made.write(file);
      return made;
    }
    OwnerOnly.file(file);
    return read(file);
  }

  /** Written to a second file and moved, so that a kill leaves no partial file. */
  private void write(Path file) throws IOException {
    Path aside = file.resolveSibling(FILE + ".new");
    Files.deleteIfExists(aside);
    Files.createFile(aside, OwnerOnly.file());
    Files.writeString(
        aside,
        new TreeMap<>(scramClient())
            .entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue() + "\n")
                .collect(
                    Collectors.joining("", "# Connects a Kafka client to this broker.\n", "")));
    Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static Credential read(Path file) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(Files.readString(file)));
    } catch (IllegalArgumentException e) {
      throw damaged(file);
    }
    Matcher login = LOGIN.matcher(properties.getProperty(SaslConfigs.SASL_JAAS_CONFIG, ""));
    if (!login.find()) {
      throw damaged(file);
    }
    return new Credential(login.group(1), login.group(2));
  }

  private static Refusal damaged(Path file) {
    return new Refusal(
        "%s holds no name and password in %s; delete it, and the next start makes one"
            .formatted(file, SaslConfigs.SASL_JAAS_CONFIG));
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
