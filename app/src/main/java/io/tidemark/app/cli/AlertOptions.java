package io.tidemark.app.cli;

import io.tidemark.app.notify.AlertForm;
import io.tidemark.app.notify.Notifier;
import io.tidemark.app.watch.ProgramSearch;
import io.tidemark.model.Refusal;
import io.tidemark.sink.receiver.Endpoint;
import io.tidemark.sink.receiver.Secret;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Receivers of alerts that this process itself sends, without Prometheus and Alertmanager. */
final class AlertOptions {

  @Option(names = "--alert-webhook", paramLabel = "URL")
  @Nullable String webhook;

  @Option(names = "--alert-webhook-file", paramLabel = "FILE")
  @Nullable Path webhookFile;

  @Option(names = "--alert-format", paramLabel = "NAME|FILE")
  String format = AlertForm.WEBHOOK;

  @Option(names = "--alert-header", paramLabel = "NAME:VALUE")
  List<String> headers = List.of();

  @Option(names = "--alert-bearer-token-file", paramLabel = "FILE")
  @Nullable Path bearerToken;

  @Option(names = "--on-alert", paramLabel = "PROGRAM")
  @Nullable String program;

  boolean given() {
    return webhook != null || webhookFile != null || program != null;
  }

  /**
   * Starts sending.
   *
   * @param page address that the alerts link to
   */
  Notifier open(String page) {
    return Notifier.open(endpoint(), form(), executable(), page);
  }

  void check() {
    endpoint();
    executable();
  }

  private AlertForm form() {
    return AlertForm.of("--alert-format", format, token());
  }

  private @Nullable Secret token() {
    return bearerToken == null ? null : Secret.firstLine("--alert-bearer-token-file", bearerToken);
  }

  private @Nullable Endpoint endpoint() {
    if (webhook != null && webhookFile != null) {
      throw new Refusal("--alert-webhook and --alert-webhook-file: want one of them");
    }
    Map<String, Secret> all = ReceiverHeaders.of("--alert-header", headers);
    Secret token = token();
    AlertForm form = form();
    if (token != null && form.token() == null) {
      all.put("Authorization", token.after("Bearer "));
    }
    if (webhookFile != null) {
      String option = "--alert-webhook-file";
      return Endpoint.of(option, Secret.firstLine(option, webhookFile), all);
    }
    if (webhook != null) {
      return Endpoint.of("--alert-webhook", webhook, all);
    }
    if (!all.isEmpty() || !format.equals(AlertForm.WEBHOOK)) {
      throw new Refusal(
          "--alert-format, --alert-header or --alert-bearer-token-file without --alert-webhook or"
              + " --alert-webhook-file: want the receiver's address");
    }
    return null;
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
