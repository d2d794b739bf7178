package io.tidemark.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Reads the DRAM in use from a scrape. */
final class MetricsPage {

  private static final Pattern USED =
      Pattern.compile("(?m)^tidemark_memory_used_bytes\\{[^}]*memory=\"DRAM\"[^}]*} (\\S+)");

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;

  /**
   * A page that must answer within ten seconds.
   *
   * @param address of {@code /metrics}
   */
  MetricsPage(URI address) {
    request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10)).build();
  }

  /** The highest figure of any run, in bytes over all banks; empty if there is none yet. */
  OptionalDouble usedBytes() throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(request.uri() + " answers " + response.statusCode());
    }
    return USED.matcher(response.body())
        .results()
        .mapToDouble(match -> Double.parseDouble(match.group(1)))
        .max();
  }
}
