package io.tidemark.app.broker;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.SaslConfigs;

/**
 * The credential in the data folder, as a properties file for {@code --config}, or for {@code
 * --command-config} of Kafka's own tools. The first start creates it; later starts read it.
 */
final class CredentialFile {

  static final String NAME = "client.properties";

  private static final Pattern LOGIN =
      Pattern.compile("username=\"([^\"\\\\]+)\"\\s+password=\"([^\"\\\\]+)\"");

  private CredentialFile() {}

  /**
   * Reads the folder's credential; creates it when there is none.
   *
   * @throws Refusal when the file holds no credential or belongs to another user
   */
  static Credential of(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      Credential made = Credential.random();
      write(made, file);
      return made;
    }
    OwnerOnly.file(file);
    return read(file);
  }

  /** Written to a second file and moved, so that a kill leaves no partial file. */
  private static void write(Credential credential, Path file) throws IOException {
    Path aside = file.resolveSibling(NAME + ".new");
    Files.deleteIfExists(aside);
    Files.createFile(aside, OwnerOnly.file());
    Files.writeString(
        aside,
        new TreeMap<>(credential.scramClient())
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
}
