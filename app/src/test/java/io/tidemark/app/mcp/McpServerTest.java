package io.tidemark.app.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.wire.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Calls beside each other, their limit and their cancellation. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class McpServerTest {

  private final CountDownLatch never = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private PrintStream to;
  private BufferedReader from;
  private Thread serving;

  private void serve(Duration longest) throws Exception {
    PipedInputStream in = new PipedInputStream();
    to = new PrintStream(new PipedOutputStream(in), true, UTF_8);
    PipedInputStream answers = new PipedInputStream();
    from = new BufferedReader(new InputStreamReader(answers, UTF_8));
    PrintStream out = new PrintStream(new PipedOutputStream(answers), true, UTF_8);
    Map<String, McpServer.Tool> tools = Map.of("slow", this::slow, "quick", arguments -> "quick");
    McpServer server = new McpServer(Json.MAPPER.createObjectNode(), tools, longest, out);
    serving =
        new Thread(
            () -> {
              try {
                server.serve(in);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    serving.start();
  }

  private Object slow(JsonNode arguments) throws Exception {
    begun.countDown();
    try {
      never.await();
      return "done";
    } catch (InterruptedException e) {
      interrupted.countDown();
      throw e;
    }
  }

  @AfterEach
  void end() throws Exception {
    never.countDown();
    to.close();
    serving.join();
  }

  private void call(String id, String tool) {
    to.println(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\"}}"
            .formatted(id, tool));
  }

  private JsonNode answer() throws Exception {
    return Json.MAPPER.readTree(from.readLine());
  }

  @Test
  void aSlowCallDelaysNoLaterOne() throws Exception {
    serve(Duration.ofMinutes(5));
    call("\"a\"", "slow");
    call("2", "quick");
    assertThat(answer().path("id").asInt()).isEqualTo(2);
    to.println("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}");
    assertThat(answer().path("id").asInt()).isEqualTo(3);
    call("\"a\"", "quick");
    assertThat(answer().at("/error/message").asString()).contains("not answered yet");
    never.countDown();
    JsonNode slow = answer();
    assertThat(slow.path("id").asString()).isEqualTo("a");
    assertThat(slow.at("/result/content/0/text").asString()).isEqualTo("\"done\"");
  }

  @Test
  void aCancelledCallEndsWithoutAnAnswer() throws Exception {
    serve(Duration.ofMinutes(5));
    call("1", "slow");
    begun.await();
    to.println(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
    interrupted.await();
    call("2", "quick");
    assertThat(answer().path("id").asInt()).isEqualTo(2);
  }

  @Test
  void aCallThatTakesTooLongIsAnsweredAndEnded() throws Exception {
    serve(Duration.ofMillis(50));
    call("1", "slow");
    JsonNode late = answer();
    assertThat(late.path("id").asInt()).isOne();
    assertThat(late.at("/result/isError").asBoolean()).isTrue();
    assertThat(late.at("/result/content/0/text").asString()).contains("took more than");
    interrupted.await();
  }
}
