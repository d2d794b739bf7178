package io.tidemark.sink.access;

import io.tidemark.model.Refusal;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Access to a server. The file is read at the start: a changed file or a renewed certificate needs
 * a restart of the program.
 *
 * @param tls certificate and key of the server; {@code null} for plain HTTP
 * @param users bcrypt hashes by name; empty for a server without log-in
 */
public record WebConfig(@Nullable KeyPairFiles tls, Map<String, String> users) {

  /** Plain HTTP without log-in. */
  public static final WebConfig OPEN = new WebConfig(null, Map.of());

  public WebConfig {
    users = Map.copyOf(users);
  }

  /**
   * Reads a file in the form of Prometheus' own web configuration (exporter-toolkit,
   * docs/web-configuration.md). It may hold {@code tls_server_config: {cert_file, key_file}} and
   * {@code basic_auth_users}. Paths are relative to the file.
   *
   * @throws Refusal when the file or one that it names cannot be read, or has other content; the
   *     message holds no value of it
   */
  public static WebConfig read(Path file) {
    return new WebConfigFile(file).read();
  }

  /** Whether a client must log in. */
  public boolean asksForLogIn() {
    return !users.isEmpty();
  }

  /** {@code http} or {@code https}. */
  public String scheme() {
    return tls == null ? "http" : "https";
  }

  /** Without the hashes, so that none reaches a log by mistake. */
  @Override
  public String toString() {
    return "WebConfig[%s, users %s]".formatted(scheme(), users.keySet());
  }
}
