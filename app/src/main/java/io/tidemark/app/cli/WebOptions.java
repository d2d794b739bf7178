package io.tidemark.app.cli;

import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.sink.access.WebConfig;
import io.tidemark.sink.page.Listen;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who may reach what a program serves over HTTP: TLS, log-in and names. */
class WebOptions {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,253}");

  @Option(names = "--web-config", paramLabel = "FILE")
  @Nullable Path file;

  @Option(names = "--protect-health")
  boolean protectHealth;

  @Option(names = "--allowed-host", paramLabel = "NAME")
  List<String> allowedHosts = List.of();

  /**
   * The address that a program listens on, and its access.
   *
   * @throws Refusal when the file cannot be read, or a name is none
   */
  Listen listen(String host, int port) {
    for (String name : allowedHosts) {
      if (!NAME.matcher(name).matches()) {
        throw new Refusal(
            "--allowed-host '%s': want a host name without a port, as board.example.com"
                .formatted(TerminalText.of(name)));
      }
    }
    Set<String> names =
        allowedHosts.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    WebConfig web = file == null ? WebConfig.OPEN : WebConfig.read(file);
    return new Listen(host, port, protectHealth ? web.closed() : web, names, external());
  }

  /** The page's address behind a proxy; empty for a program without a page. */
  String external() {
    return "";
  }

  boolean given() {
    return file != null || protectHealth || !allowedHosts.isEmpty();
  }
}
