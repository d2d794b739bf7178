package io.tidemark.app.cli;

import io.tidemark.sink.access.WebConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** TLS and log-in for everything that a program serves over HTTP. */
final class WebOptions {

  @Option(
      names = "--web-config",
      paramLabel = "FILE",
      description = {
        "TLS and log-in for all that is served, in the form of Prometheus' web configuration",
        "allowed: a YAML file with tls_server_config: {cert_file, key_file}, basic_auth_users:"
            + " {NAME: BCRYPT-HASH}, or both",
        "default: plain HTTP without log-in"
      })
  @Nullable Path file;

  /** Reads the file; without one, access is open. */
  WebConfig config() {
    return file == null ? WebConfig.OPEN : WebConfig.read(file);
  }

  boolean given() {
    return file != null;
  }
}
