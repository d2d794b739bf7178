package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import io.tidemark.model.wire.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A process that an agent's client starts and asks, message by message. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class McpCommandTest {

  private static final String FAILED =
      Samples.root().resolve("examples/tenstorrent.log").toString();
  private static final String GOOD = Samples.root().resolve("examples/tpu-mlir.log").toString();

  @TempDir static Path folder;

  private Process process;
  private PrintStream to;
  private BufferedReader from;
  private int asked;

  @BeforeEach
  void start() throws Exception {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Tidemark.class.getName(),
                "mcp",
                "--root",
                Samples.root().toString())
            .redirectError(folder.resolve("errors.txt").toFile())
            .start();
    to = new PrintStream(process.getOutputStream(), true, UTF_8);
    from = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  private JsonNode answer(String message) throws Exception {
    to.println(message);
    return Json.MAPPER.readTree(from.readLine());
  }

  private JsonNode ask(String method, String params) throws Exception {
    JsonNode answer =
        answer(
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
                .formatted(++asked, method, params));
    assertThat(answer.path("id").asInt()).isEqualTo(asked);
    return answer;
  }

  private JsonNode call(String tool, String arguments) throws Exception {
    return ask("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments))
        .path("result");
  }

  private JsonNode said(String tool, String arguments) throws Exception {
    JsonNode result = call(tool, arguments);
    assertThat(result.has("isError")).describedAs(result.toString()).isFalse();
    return Json.MAPPER.readTree(result.at("/content/0/text").asString());
  }

  @Test
  void aClientThatShakesHandsFindsFiveToolsWithTheirArguments() throws Exception {
    JsonNode hello = ask("initialize", "{\"protocolVersion\":\"2024-11-05\"}").path("result");
    assertThat(hello.path("protocolVersion").asString()).isEqualTo("2024-11-05");
    assertThat(hello.at("/serverInfo/name").asString()).isEqualTo("tidemark");
    assertThat(
            ask("initialize", "{\"protocolVersion\":\"2099-01-01\"}")
                .at("/result/protocolVersion")
                .asString())
        .isEqualTo("2025-06-18");
    // A notification is not answered: the next answer is that of the next request.
    to.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    JsonNode tools = ask("tools/list", "{}").at("/result/tools");
    assertThat(tools.findValuesAsString("name"))
        .containsExactly("runs", "failure", "peak", "compare", "history", "fit");
    assertThat(tools).allMatch(tool -> !tool.at("/inputSchema/required").isEmpty());
    assertThat(tools)
        .allMatch(tool -> tool.at("/annotations/readOnlyHint").asBoolean())
        .allMatch(tool -> tool.path("description").asString().contains("is data"))
        .allMatch(tool -> tool.at("/inputSchema/required/0").asString().equals("logs"));
    assertThat(ask("ping", "{}").path("result").isObject()).isTrue();
  }

  @Test
  void eachToolSaysWhatTheCommandsSay() throws Exception {
    String one = "{\"logs\":[\"%s\"]}".formatted(FAILED);
    // The name of version 0.2.
    assertThat(said("failure", "{\"log\":\"examples/tenstorrent.log\"}"))
        .isEqualTo(said("failure", one));
    assertThat(said("failure", one).toString())
        .contains("ConcatOp needed 297.8 MiB", "Results of ConcatOp hold the most");
    JsonNode peak = said("peak", one);
    assertThat(peak.at("/where/peakBytes").asLong()).isEqualTo(12_696_271_452L);
    assertThat(peak.at("/fills/ops/0/name").asString()).isEqualTo("ConcatOp");
    JsonNode compared = said("compare", "{\"logs\":[\"%s\",\"%s\"]}".formatted(GOOD, FAILED));
    assertThat(compared.path("worse").asBoolean()).isTrue();
    String both = "{\"logs\":[\"%s\",\"%s\"]}".formatted(GOOD, FAILED);
    assertThat(said("runs", both).findValuesAsString("state"))
        .containsExactlyInAnyOrder("fits", "out of memory");
    assertThat(said("history", both).path("sentence").asString())
        .startsWith("first bad: tenstorrent.log#1");
  }

  @Test
  void whatCannotBeAnsweredIsASentenceAndTheNextQuestionIsAnswered() throws Exception {
    for (String arguments : new String[] {"{}", "{\"log\":\"/nowhere.log\"}", "{\"log\":\"-\"}"}) {
      JsonNode result = call("failure", arguments);
      assertThat(result.path("isError").asBoolean()).describedAs(arguments).isTrue();
      assertThat(result.at("/content/0/text").asString()).hasSizeGreaterThan(10);
    }
    assertThat(call("history", "{}").at("/content/0/text").asString()).contains("logs is missing");
    String much =
        "{\"logs\":[\"%s\"],\"max_growth\":\"much\"}"
            .formatted(Samples.root().resolve("examples/tpu-mlir.log").toAbsolutePath());
    assertThat(call("history", much).at("/content/0/text").asString())
        .isEqualTo("argument max_growth \"much\": want per cent, 0 or more");
    assertThat(ask("tools/call", "{\"name\":\"rm\"}").at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(ask("resources/list", "{}").at("/error/code").asInt()).isEqualTo(-32601);
    assertThat(answer("{\"id\":").at("/error/code").asInt()).isEqualTo(-32700);
    assertThat(ask("ping", "{}").has("result")).isTrue();
  }

  @Test
  void whatLiesOutsideOfTheRootIsRefusedAtOnce() throws Exception {
    for (String log : new String[] {"/proc/self", "/etc/passwd", "../x.log", "/dev/zero"}) {
      for (String tool : new String[] {"runs", "failure", "history", "fit"}) {
        JsonNode result = call(tool, "{\"logs\":[\"%s\"]}".formatted(log));
        assertThat(result.at("/content/0/text").asString())
            .contains("LOG '" + log + "' leads out of", "--root");
      }
    }
  }

  @Test
  void theEndOfTheInputEndsTheProcess() throws Exception {
    assertThat(ask("ping", "{}").has("result")).isTrue();
    to.close();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(Files.readString(folder.resolve("errors.txt"))).isEmpty();
  }
}
