package io.tidemark.app.cli;

import io.tidemark.app.notify.Notifier;
import io.tidemark.app.watch.ProgramSearch;
import io.tidemark.model.Refusal;
import io.tidemark.sink.history.Endpoint;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Receivers of alerts that this process itself sends, without Prometheus and Alertmanager. */
final class AlertOptions {

  @Option(names = "--alert-webhook", paramLabel = "URL")
  @Nullable String webhook;

  @Option(names = "--on-alert", paramLabel = "PROGRAM")
  @Nullable String program;

  boolean given() {
    return webhook != null || program != null;
  }

  /**
   * Starts sending.
   *
   * @param page address that the alerts link to
   */
  Notifier open(String page) {
    return Notifier.open(endpoint(), executable(), page);
  }

  /** Refuses invalid values before anything is started. */
  void check() {
    endpoint();
    executable();
  }

  private @Nullable Endpoint endpoint() {
    return webhook == null
        ? null
        : new Endpoint(Endpoint.address("--alert-webhook", webhook, "/"), Map.of());
  }

  private @Nullable Path executable() {
    if (program == null) {
      return null;
    }
    String name = program;
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    try {
      return ProgramSearch.executables(name, path)
          .findFirst()
          .map(Path::toAbsolutePath)
          .orElseThrow(() -> refusal(name));
    } catch (InvalidPathException e) {
      throw refusal(name);
    }
  }

  private static Refusal refusal(String name) {
    return new Refusal(
        "--on-alert '%s': want an executable file; arguments and pipes belong into a script"
            .formatted(name));
  }
}
