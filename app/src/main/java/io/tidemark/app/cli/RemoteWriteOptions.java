package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.Refusal;
import io.tidemark.sink.history.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
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
    Map<String, String> all = ReceiverHeaders.of("--remote-write-header", headers);
    if (basicAuth != null && bearerToken != null) {
      throw new Refusal(
          "--remote-write-basic-auth-file and --remote-write-bearer-token-file: want one of them");
    }
    if (basicAuth != null) {
      String user = firstLine("--remote-write-basic-auth-file", basicAuth);
      if (!user.contains(":")) {
        throw new Refusal("--remote-write-basic-auth-file '" + basicAuth + "': want NAME:PASSWORD");
      }
      all.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)));
    } else if (bearerToken != null) {
      all.put(
          "Authorization", "Bearer " + firstLine("--remote-write-bearer-token-file", bearerToken));
    }
    return Endpoint.of(url, all);
  }

  private static String firstLine(String option, Path file) {
    try {
      String line = Files.readString(file).lines().findFirst().orElse("").strip();
      if (!line.isEmpty()) {
        return line;
      }
    } catch (IOException e) {
      // Refused below, like an empty one.
    }
    throw new Refusal(option + " '" + file + "': want a file that can be read, with one line");
  }
}
