package io.tidemark.app.cli;

import io.tidemark.sink.access.WebConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** TLS and log-in for everything that a program serves over HTTP. */
final class WebOptions {

  @Option(names = "--web-config", paramLabel = "FILE")
  @Nullable Path file;

  /** Reads the file; without one, access is open. */
  WebConfig config() {
    return file == null ? WebConfig.OPEN : WebConfig.read(file);
  }

  boolean given() {
    return file != null;
  }
}
