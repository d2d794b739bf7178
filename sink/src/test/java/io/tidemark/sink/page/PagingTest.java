package io.tidemark.sink.page;

import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.Attempt;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.Made;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.Snapshots;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Rows that a document cuts off must be reachable by ranges. */
@Timeout(60)
class PagingTest {

  private static final String OF_RUN = "?run=june.log%231";
  private static final String PLANS = "/api/v1/plans" + OF_RUN;
  private static final String OPS = "/api/v1/ops" + OF_RUN;
  private static final String DRAM_OPS = OPS + "&device=0&memory=DRAM";

  /** The settings of a search, one of which is feasible. */
  private static final int PLAN_COUNT = 43;

  private static final String FEASIBLE = "lmem#29";

  private final BoardBuilder builder = board();
  private volatile BoardSnapshot snapshot = builder.snapshot();
  private final WebServer server =
      PageServer.start(
          new PageServer.Shown(
              () -> snapshot,
              Optional::empty,
              Optional::empty,
              new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
              Snapshots.NONE),
          new Listen("127.0.0.1", 0));
  private final PageClient client = new PageClient(server.port());

  private static BoardBuilder board() {
    BoardBuilder board = Made.board();
    OpUsage[] ops =
        IntStream.rangeClosed(1, 130)
            .mapToObj(i -> Made.op("Op" + i, i, i, i))
            .toArray(OpUsage[]::new);
    board.applyOps(Made.DRAM, Made.ops(4500, ops));
    board.applyPlan(Made.PLAN, null);
    IntStream.rangeClosed(1, PLAN_COUNT).forEach(i -> board.applyPlan(key(i), plan(i)));
    for (int i = 1; i <= 24; i++) {
      Long end = i % 2 == 0 ? null : NEW_YEAR_MILLIS;
      board.applyRun(new RunId("run-" + i, 1), Made.status("g" + i, 1, end));
    }
    return board;
  }

  private static PlanKey key(int plan) {
    return new PlanKey(RUN, "lmem#" + plan, 0);
  }

  private static PlanRecord.Summary plan(int plan) {
    PlanRecord.Summary made = Made.summary(4400);
    PlanState state = FEASIBLE.equals("lmem#" + plan) ? PlanState.SUCCESS : PlanState.FAILED;
    return new PlanRecord.Summary(
        new Attempt("", state, new LogPosition(4400, NEW_YEAR_MILLIS)),
        made.space(),
        made.use(),
        made.peaks(),
        made.arena(),
        made.backings(),
        made.findings());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private HttpResponse<String> get(String list, String range) {
    return client.get(list + (list.contains("?") ? "&" : "?") + range);
  }

  private JsonNode page(String list, int from, int most) {
    HttpResponse<String> answer = get(list, "from=%d&most=%d".formatted(from, most));
    assertThat(answer.statusCode()).isEqualTo(200);
    return Json.MAPPER.readTree(answer.body());
  }

  private static List<String> names(JsonNode page, String name) {
    List<String> names = new ArrayList<>();
    page.get("rows").forEach(row -> names.add(row.get(name).asString()));
    return names;
  }

  /** The property {@code name} of each row. */
  private List<String> walk(String list, String name) {
    List<String> all = new ArrayList<>();
    List<String> page = names(page(list, 0, 7), name);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = names(page(list, all.size(), 7), name);
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/runs, id, 26",
    PLANS + ", plan, 43",
    DRAM_OPS + ", op, 130",
    "/api/v1/intervals" + OF_RUN + "&plan=lmem%231%201%2C1%2C1, buffer, 2",
  })
  void pageByPageEachRowIsReachedOnce(String list, String name, int inAll) {
    List<String> all = walk(list, name);

    assertThat(all).hasSize(inAll).doesNotHaveDuplicates();
    assertThat(page(list, 0, 100).get("inAll").asInt()).isEqualTo(inAll);
    assertThat(names(page(list, inAll - 1, 100), name)).containsExactly(all.get(inAll - 1));
    assertThat(page(list, inAll, 100).get("rows")).isEmpty();
    assertThat(page(list, 999_999_999, 100).get("rows")).isEmpty();
  }

  @Test
  void theFeasibleOneOfFortyThreePlansIsFirstAndTheOthersAreInNaturalOrder() {
    List<String> plans = walk(PLANS, "plan");

    List<String> expected = new ArrayList<>(List.of(FEASIBLE));
    IntStream.rangeClosed(1, PLAN_COUNT)
        .mapToObj(i -> "lmem#" + i)
        .filter(plan -> !plan.equals(FEASIBLE))
        .forEach(expected::add);
    assertThat(plans).isEqualTo(expected);
    JsonNode run = Json.MAPPER.readTree(client.get("/api/v1/run" + OF_RUN).body());
    assertThat(run.get("plans").get(0).get("plan").asString()).isEqualTo(FEASIBLE);
    assertThat(run.get("plans")).hasSize(RunWriter.MOST_PLANS);
    assertThat(run.get("plansInAll").asInt()).isEqualTo(PLAN_COUNT);
  }

  /** The page shows the head of a list and requests the rows after it. */
  @Test
  void thePagesGoOnWhereTheBoardCutsAList() {
    JsonNode run = Json.MAPPER.readTree(client.get("/api/v1/run" + OF_RUN).body());
    List<String> head = new ArrayList<>();
    run.get("memories").get(0).get("ops").forEach(op -> head.add(op.get("op").asString()));

    head.addAll(names(page(DRAM_OPS, head.size(), 100), "op"));
    head.addAll(names(page(DRAM_OPS, head.size(), 100), "op"));

    assertThat(head).isEqualTo(walk(DRAM_OPS, "op")).startsWith("Op130", "Op129");
  }

  @Test
  void opsOfAllMemoriesAreOneListUnlessAMemoryIsNamed() {
    assertThat(page(OPS, 0, 1).get("inAll").asInt()).isEqualTo(131);
    assertThat(names(page(OPS + "&memory=L1", 0, 9), "memory")).containsExactly("L1");
    assertThat(page(OPS + "&memory=HBM", 0, 9).get("rows")).isEmpty();
  }

  @Test
  void runsComeByNeedTheFailedOneFirst() {
    JsonNode rows = page("/api/v1/runs", 0, 15).get("rows");

    assertThat(rows.get(0).get("verdict").asString()).isEqualTo("out of memory");
    assertThat(rows.get(1).get("id").asString()).isEqualTo("b.log#1");
    assertThat(rows.get(13).get("state").asString()).isEqualTo("idle");
    assertThat(rows.get(14).get("state").asString()).isEqualTo("idle");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"from=-1", "from=x", "from=9999999999", "most=101", "most=-1", "most=1e1"})
  void aBadPageIsRefusedWithWhatIsAllowed(String range) {
    for (String list : List.of("/api/v1/runs", PLANS, OPS)) {
      HttpResponse<String> answer = get(list, range);

      String[] parameter = range.split("=", 2);
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body())
          .contains(parameter[0] + " '" + parameter[1] + "': want a whole number from 0 to ");
    }
  }

  @Test
  void aListThatGrewBetweenTwoPagesSaysItsNewLength() {
    assertThat(page(PLANS, 0, 40).get("inAll").asInt()).isEqualTo(PLAN_COUNT);

    builder.applyPlan(key(PLAN_COUNT + 1), plan(PLAN_COUNT + 1));
    snapshot = builder.snapshot();

    JsonNode next = page(PLANS, 40, 40);
    assertThat(next.get("inAll").asInt()).isEqualTo(PLAN_COUNT + 1);
    assertThat(names(next, "plan")).containsExactly("lmem#41", "lmem#42", "lmem#43", "lmem#44");
  }
}
