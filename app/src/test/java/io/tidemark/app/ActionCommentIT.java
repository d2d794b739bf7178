package io.tidemark.app;

import static io.tidemark.app.ActionStep.FAILED;
import static io.tidemark.app.ActionStep.GOOD;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The comment of the GitHub action on a pull request, by a server with GitHub's three requests. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ActionCommentIT {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String OWN = "github-actions[bot]";
  private static final int PAGE = 100;

  @TempDir Path folder;
  private final ArrayNode comments = JSON.createArrayNode();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private HttpServer server;
  private boolean readOnly;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/repos/owner/model/issues", this::answer);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().replaceFirst(".*/issues/", "");
    String method = exchange.getRequestMethod();
    requests.add(method + " " + path);
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    boolean known =
        "Bearer secret-token".equals(exchange.getRequestHeaders().getFirst("Authorization"));
    if (!known || (readOnly && !method.equals("GET"))) {
      reply(exchange, 403, JSON.createObjectNode().put("message", "not accessible"));
    } else if (method.equals("GET") && path.equals("7/comments")) {
      reply(exchange, 200, page(exchange.getRequestURI().getQuery()));
    } else if (method.equals("POST") && path.equals("7/comments")) {
      reply(exchange, 201, add(OWN, JSON.readTree(body).path("body").asString()));
    } else if (method.equals("PATCH") && path.startsWith("comments/")) {
      ObjectNode changed = (ObjectNode) comments.get(Integer.parseInt(path.substring(9)));
      reply(exchange, 200, changed.put("body", JSON.readTree(body).path("body").asString()));
    } else {
      reply(exchange, 404, JSON.createObjectNode());
    }
  }

  private JsonNode page(String query) {
    int page = Integer.parseInt(query.replaceFirst(".*[&?]?page=(\\d+)$", "$1"));
    assertThat(query).contains("per_page=" + PAGE);
    ArrayNode found = JSON.createArrayNode();
    for (int i = (page - 1) * PAGE; i < Math.min(page * PAGE, comments.size()); i++) {
      found.add(comments.get(i));
    }
    return found;
  }

  private ObjectNode add(String user, String body) {
    ObjectNode comment = comments.addObject().put("id", comments.size() - 1).put("body", body);
    comment.putObject("user").put("login", user);
    return comment;
  }

  private static void reply(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(body);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private ActionStep step(String log) {
    return new ActionStep(folder)
        .with("log", log)
        .with("baseline", GOOD)
        .with("comment", "true")
        .context("token", "secret-token")
        .context("event.pull_request.number", "7")
        .runner("GITHUB_API_URL", "http://127.0.0.1:" + server.getAddress().getPort())
        .runner("GITHUB_REPOSITORY", "owner/model")
        .runner("GITHUB_WORKFLOW", "nightly")
        .runner("GITHUB_JOB", "train");
  }

  private List<String> bodies(String user) {
    return comments
        .valueStream()
        .filter(comment -> comment.at("/user/login").asString().equals(user))
        .map(comment -> comment.path("body").asString())
        .toList();
  }

  @Test
  void aCommentIsMadeThenChangedAndNeverDoubled() throws Exception {
    for (int i = 0; i < PAGE; i++) {
      add("a-person", "I think this is fine (" + i + ")");
    }
    ActionStep failed = step(FAILED);
    assertThat(failed.run()).describedAs(failed.printed()).isEqualTo(3);
    assertThat(bodies(OWN)).singleElement().asString().contains("needed 297.8 MiB");
    assertThat(failed.printed()).doesNotContain("warning", "secret-token");
    // Another person repeats the hidden marker: that comment is left alone.
    String copied = bodies(OWN).get(0);
    comments.insert(0, add("a-person", copied).put("id", 0).deepCopy());
    comments.remove(comments.size() - 1);
    for (int i = 0; i < comments.size(); i++) {
      ((ObjectNode) comments.get(i)).put("id", i);
    }
    ActionStep good = step(FAILED).with("baseline", FAILED);
    assertThat(good.run()).describedAs(good.printed()).isZero();
    assertThat(bodies(OWN)).singleElement().asString().isNotEqualTo(copied).contains(", as ");
    assertThat(bodies("a-person")).hasSize(PAGE + 1).contains(copied);
  }

  @Test
  void twoJobsHaveACommentEach() throws Exception {
    assertThat(step(GOOD).run()).isZero();
    assertThat(step(GOOD).runner("GITHUB_JOB", "compile").run()).isZero();
    assertThat(bodies(OWN)).hasSize(2);
  }

  @Test
  void aCommentThatCannotBeMadeIsAWarningAndNotTheVerdict() throws Exception {
    readOnly = true;
    ActionStep refused = step(GOOD);
    assertThat(refused.run()).describedAs(refused.printed()).isZero();
    assertThat(refused.printed())
        .contains(
            "::warning title=No comment on the pull request::", "403", "pull-requests: write");
    ActionStep wrong = step(FAILED).context("token", "stale");
    assertThat(wrong.run()).describedAs(wrong.printed()).isEqualTo(3);
    assertThat(wrong.printed()).contains("::warning ", "403").doesNotContain("stale");
    server.stop(0);
    ActionStep silent = step(GOOD);
    assertThat(silent.run()).describedAs(silent.printed()).isZero();
    assertThat(silent.printed()).contains("::warning ");
  }

  @Test
  void nothingIsAskedWithoutAPullRequestOrWithoutTheInput() throws Exception {
    ActionStep push = step(GOOD).context("event.pull_request.number", "");
    assertThat(push.run()).describedAs(push.printed()).isZero();
    ActionStep quiet = step(GOOD).with("comment", "false");
    assertThat(quiet.run()).describedAs(quiet.printed()).isZero();
    assertThat(requests).isEmpty();
    assertThat(push.printed() + quiet.printed()).doesNotContain("warning");
  }
}
