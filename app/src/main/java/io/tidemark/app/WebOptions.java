package io.tidemark.app;

import io.tidemark.sink.access.WebConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Over what a program's page and metrics are asked for, and by whom. */
final class WebOptions {

  @Option(
      names = "--web-config",
      paramLabel = "FILE",
      description =
          "TLS and log-in of what is served, in the form of Prometheus' own web configuration:"
              + " tls_server_config: {cert_file, key_file}, basic_auth_users: {NAME: BCRYPT-HASH}")
  @Nullable Path file;

  /** The access of the file, read now; open without a file. */
  WebConfig config() {
    return file == null ? WebConfig.OPEN : WebConfig.read(file);
  }

  boolean given() {
    return file != null;
  }
}
