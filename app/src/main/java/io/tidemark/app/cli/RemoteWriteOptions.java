package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.Refusal;
import io.tidemark.sink.receiver.Endpoint;
import io.tidemark.sink.receiver.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The receiver of samples and the credentials for it. Secrets are never printed. */
final class RemoteWriteOptions {

  @Option(names = "--remote-write", paramLabel = "URL")
  @Nullable String url;

  @Option(names = "--remote-write-header", paramLabel = "NAME:VALUE")
  List<String> headers = List.of();

  @Option(names = "--remote-write-basic-auth-file", paramLabel = "FILE")
  @Nullable Path basicAuth;

  @Option(names = "--remote-write-bearer-token-file", paramLabel = "FILE")
  @Nullable Path bearerToken;

  /** The receiver; {@code null} when none is named. */
  @Nullable Endpoint endpoint() {
    if (url == null) {
      if (!headers.isEmpty() || basicAuth != null || bearerToken != null) {
        throw new Refusal("--remote-write-… without --remote-write: want the receiver's address");
      }
      return null;
    }
    Map<String, Secret> all = ReceiverHeaders.of("--remote-write-header", headers);
    if (basicAuth != null && bearerToken != null) {
      throw new Refusal(
          "--remote-write-basic-auth-file and --remote-write-bearer-token-file: want one of them");
    }
    if (basicAuth != null) {
      all.put("Authorization", basic("--remote-write-basic-auth-file", basicAuth));
    } else if (bearerToken != null) {
      all.put(
          "Authorization",
          Secret.firstLine("--remote-write-bearer-token-file", bearerToken).after("Bearer "));
    }
    return Endpoint.of("--remote-write", url, all);
  }

  private static Secret basic(String option, Path file) {
    Secret user = Secret.firstLine(option, file);
    return () -> {
      String read = user.read();
      if (!read.contains(":")) {
        throw new IOException("%s '%s': want NAME:PASSWORD".formatted(option, file));
      }
      return "Basic " + Base64.getEncoder().encodeToString(read.getBytes(UTF_8));
    };
  }
}
