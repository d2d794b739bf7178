package io.tidemark.app.cli;

import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.model.Refusal;
import io.tidemark.sink.SinkConfig.Receivers;
import io.tidemark.sink.history.Endpoint;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The same for a program with a page, which may stand behind a proxy. */
final class PageOptions extends WebOptions {

  @Option(names = "--external-url", paramLabel = "URL")
  @Nullable String externalUrl;

  @Option(names = "--otlp", paramLabel = "URL")
  @Nullable String otlp;

  /** The receiver of what is served too, and that of samples. */
  Receivers receivers(RemoteWriteOptions remoteWrite) {
    String path = "/api/v1/otlp/v1/metrics";
    Endpoint endpoint =
        otlp == null ? null : new Endpoint(Endpoint.address("--otlp", otlp, path), Map.of());
    return new Receivers(remoteWrite.endpoint(), endpoint, ProcessSpace.host());
  }

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
