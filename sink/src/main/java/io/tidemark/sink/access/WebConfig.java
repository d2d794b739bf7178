package io.tidemark.sink.access;

import io.tidemark.model.Refusal;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a server is asked. Read at the start: whoever changes the file or renews the certificate
 * starts the program again.
 *
 * @param tls what the server shows of itself; {@code null} for plain HTTP
 * @param users bcrypt hashes by name; empty when nobody has to log in
 */
public record WebConfig(@Nullable KeyPairFiles tls, Map<String, String> users) {

  /** Plain HTTP without log-in. */
  public static final WebConfig OPEN = new WebConfig(null, Map.of());

  public WebConfig {
    users = Map.copyOf(users);
  }

  /**
   * What a file tells in the form of Prometheus' own web configuration (exporter-toolkit,
   * docs/web-configuration.md), of which {@code tls_server_config: {cert_file, key_file}} and
   * {@code basic_auth_users} are taken. Paths are relative to the file.
   *
   * @throws Refusal when the file or one that it names cannot be read, or says anything else; no
   *     value of it is told
   */
  public static WebConfig read(Path file) {
    return new WebConfigFile(file).read();
  }

  /** Somebody must log in. */
  public boolean asksForLogIn() {
    return !users.isEmpty();
  }

  /** {@code http} or {@code https}. */
  public String scheme() {
    return tls == null ? "http" : "https";
  }

  /** No hash in a log by mistake. */
  @Override
  public String toString() {
    return "WebConfig[%s, users %s]".formatted(scheme(), users.keySet());
  }
}
