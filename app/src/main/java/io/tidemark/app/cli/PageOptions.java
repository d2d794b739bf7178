package io.tidemark.app.cli;

import io.tidemark.model.Refusal;
import io.tidemark.sink.history.Endpoint;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The same for a program with a page, which may stand behind a proxy. */
final class PageOptions extends WebOptions {

  @Option(names = "--external-url", paramLabel = "URL")
  @Nullable String externalUrl;

  @Override
  String external() {
    if (externalUrl == null) {
      return "";
    }
    URI uri = Endpoint.address("--external-url", externalUrl, "/tidemark/");
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new Refusal(
          "--external-url: want an address without ? and #, as https://example.com/tidemark/");
    }
    return externalUrl.replaceFirst("/+$", "");
  }
}
