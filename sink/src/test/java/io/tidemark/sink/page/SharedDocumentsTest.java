package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.page.LargeDocuments.PacedStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SharedDocumentsTest {

  private static final int BOUND = 1 << 20;

  private final SharedDocuments documents =
      new SharedDocuments("test", BOUND, PacedStream.Pace.DEFAULT);
  private final AtomicInteger written = new AtomicInteger();
  private volatile Object version = new Object();
  private volatile Rendition.Body body = out -> out.write("small".getBytes(US_ASCII));
  private final WebServer server =
      WebServer.start(
          new Listen("127.0.0.1", 0),
          Map.of("/document", exchange -> documents.send("document", this::rendition, exchange)));
  private final HttpClient http = HttpClient.newHttpClient();

  private Rendition rendition() {
    return new Rendition(
        version,
        "text/plain",
        out -> {
          written.incrementAndGet();
          body.writeTo(out);
        });
  }

  @AfterEach
  void close() {
    server.close();
    documents.close();
  }

  @Test
  void aVersionIsWrittenOnceAndANewOneAgain() throws Exception {
    assertThat(get().body()).isEqualTo("small");
    assertThat(get().body()).isEqualTo("small");
    assertThat(written).hasValue(1);

    version = new Object();

    assertThat(get().body()).isEqualTo("small");
    assertThat(written).hasValue(2);
  }

  @Test
  void manyWhoAskAtOnceAreAnsweredByOneOrTwoWritings() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    body =
        out -> {
          begun.countDown();
          await(go);
          version = new Object();
          out.write("small".getBytes(US_ASCII));
        };
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    answers.add(ask());
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    for (int reader = 0; reader < 40; reader++) {
      answers.add(ask());
    }
    // An immediate answer shows that the earlier requests were received.
    assertThat(head()).isEqualTo(200);
    go.countDown();

    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get().body()).isEqualTo("small");
    }
    assertThat(written.get()).isLessThan(10);
  }

  @Test
  void whatIsTooLargeToBeHeldIsWrittenForEachReader() throws Exception {
    body = out -> many(out, 4);

    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int reader = 0; reader < 10; reader++) {
      answers.add(ask());
    }

    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get().statusCode()).isEqualTo(200);
      assertThat(answer.get().body()).hasSize(4 * BOUND);
    }
    assertThat(written.get()).isBetween(11, 12);
  }

  @Test
  void jsonThatIsTooLargeToBeHeldIsWrittenAsWell() throws Exception {
    body =
        out ->
            HarmlessJson.write(
                out,
                json -> {
                  json.writeStartArray();
                  for (int i = 0; i < BOUND; i++) {
                    json.writePOJO(List.of("x"));
                  }
                  json.writeEndArray();
                });

    assertThat(get().body()).hasSize(6 * BOUND + 1).endsWith("[\"x\"]]");
  }

  @Test
  void aDocumentThatBreaksIsAnErrorAndTheNextOneIsWhole() throws Exception {
    body =
        out -> {
          throw new IllegalStateException("broken");
        };

    HttpResponse<String> answer = get();

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).doesNotContain("broken");
    assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
    body = out -> out.write("small".getBytes(US_ASCII));
    assertThat(get().body()).isEqualTo("small");
  }

  @Test
  void aLargeDocumentThatBreaksDoesNotLookWhole() {
    body =
        out -> {
          many(out, 4);
          throw new IllegalStateException("broken");
        };

    assertThatThrownBy(() -> ask().get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void whoTakesGzipGetsIt() throws Exception {
    HttpResponse<java.io.InputStream> answer =
        http.send(
            request().header("Accept-Encoding", "gzip").build(),
            HttpResponse.BodyHandlers.ofInputStream());

    assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(answer.headers().firstValue("Vary")).contains("Accept-Encoding");
    assertThat(new GZIPInputStream(answer.body()).readAllBytes())
        .isEqualTo("small".getBytes(US_ASCII));
  }

  @Test
  void aHeldDocumentDoesNotHoldTheVersionThatItWasWrittenFrom() throws Exception {
    assertThat(get().body()).isEqualTo("small");
    WeakReference<Object> before = new WeakReference<>(version);
    version = new Object();

    for (int tries = 0; tries < 100 && !before.refersTo(null); tries++) {
      System.gc();
    }

    assertThat(before.refersTo(null)).isTrue();
  }

  private static void many(OutputStream out, int bounds) throws IOException {
    byte[] some = "x".repeat(1024).getBytes(US_ASCII);
    for (int i = 0; i < bounds * BOUND / some.length; i++) {
      out.write(some);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpResponse<String> get() throws Exception {
    return ask().get();
  }

  private int head() throws Exception {
    return http.send(
            request().method("HEAD", HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private CompletableFuture<HttpResponse<String>> ask() {
    return http.sendAsync(request().build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/document"))
        .version(HttpClient.Version.HTTP_1_1)
        .timeout(Duration.ofSeconds(30));
  }
}
