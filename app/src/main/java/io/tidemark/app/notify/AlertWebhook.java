package io.tidemark.app.notify;

import io.tidemark.sink.history.Endpoint;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Posts each notice to an address, as Alertmanager would. */
final class AlertWebhook implements AlertReceiver {

  private static final Duration ANSWER = Duration.ofSeconds(10);

  private final Endpoint endpoint;
  private final AlertText text;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(ANSWER).build();

  AlertWebhook(Endpoint endpoint, AlertText text) {
    this.endpoint = endpoint;
    this.text = text;
  }

  @Override
  public void deliver(AlertNotice notice) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint.url())
            .timeout(ANSWER)
            .setHeader("Content-Type", "application/json")
            .setHeader("User-Agent", "tidemark")
            .POST(HttpRequest.BodyPublishers.ofByteArray(text.document(notice)))
            .build();
    int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    if (status / 100 == 2) {
      return;
    }
    String answer = "it answers " + status;
    // As in Alertmanager: other 4xx answers mean that the request itself is wrong.
    if (status / 100 == 4 && status != 408 && status != 429) {
      throw new Rejected(answer);
    }
    throw new IOException(answer);
  }

  @Override
  public String toString() {
    return "--alert-webhook " + endpoint;
  }
}
