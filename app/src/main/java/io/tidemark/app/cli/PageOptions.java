package io.tidemark.app.cli;

import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.model.Refusal;
import io.tidemark.sink.SinkConfig.Receivers;
import io.tidemark.sink.receiver.Endpoint;
import io.tidemark.sink.receiver.Secret;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The same for a program with a page, which may stand behind a proxy. */
final class PageOptions extends WebOptions {

  @Option(names = "--external-url", paramLabel = "URL")
  @Nullable String externalUrl;

  @Option(names = "--otlp", paramLabel = "URL")
  @Nullable String otlp;

  @Option(names = "--otlp-header", paramLabel = "NAME:VALUE")
  List<String> otlpHeaders = List.of();

  /** The receiver of what is served too, and that of samples. */
  Receivers receivers(RemoteWriteOptions remoteWrite) {
    return new Receivers(remoteWrite.endpoint(), openTelemetry(), ProcessSpace.host());
  }

  private @Nullable Endpoint openTelemetry() {
    if (otlp == null) {
      if (!otlpHeaders.isEmpty()) {
        throw new Refusal("--otlp-header without --otlp: want the receiver's address");
      }
      return null;
    }
    Map<String, Secret> headers = ReceiverHeaders.ofVariables(System.getenv());
    headers.putAll(ReceiverHeaders.of("--otlp-header", otlpHeaders));
    return Endpoint.of("--otlp", otlp, headers);
  }

  @Override
  String external() {
    return externalUrl == null ? "" : Endpoint.page("--external-url", externalUrl);
  }
}
