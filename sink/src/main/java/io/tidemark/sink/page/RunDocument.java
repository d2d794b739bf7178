package io.tidemark.sink.page;

import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** The documents of one run, the same live and in a report. */
enum RunDocument {
  RUN((now, asked, out) -> BoardDocument.writeRun(now, asked.run(), out)),
  TIMELINES(Pages::timelines),
  HOLDERS(Holders::write),
  PLANS(Pages::plans),
  OPS(Pages::ops, "device", "memory"),
  PHASES(Pages::phases),
  REJECTS(Pages::rejects),
  PLAN(Pages::plan, "plan"),
  INTERVALS(Pages::intervals, "plan");

  private static final int MOST_INTERVALS = 5_000;

  @SuppressWarnings("ImmutableEnumChecker") // all are functions without state
  private final Body body;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> parameters;

  RunDocument(Body body, String... parameters) {
    this.body = body;
    this.parameters = List.of(parameters);
  }

  private interface Body {
    void write(BoardMoment now, Asked asked, JsonGenerator out);
  }

  /**
   * The part of a run that is asked for.
   *
   * @param by values of the document's parameters by their names
   * @param range of the rows of a table
   */
  record Asked(RunId run, Map<String, String> by, Paging range) {

    PlanKey plan() {
      return new PlanKey(run, by.getOrDefault("plan", ""), 0);
    }

    /** Whether rows of a memory are asked for; without a name, those of all are. */
    boolean has(MemoryKey key) {
      return isAsked("device", key.device()) && isAsked("memory", key.memory());
    }

    private boolean isAsked(String parameter, String value) {
      String asked = by.getOrDefault(parameter, "");
      return asked.isEmpty() || asked.equals(value);
    }
  }

  String path() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean isOfPlan() {
    return parameters.contains("plan");
  }

  /** What a request asks for; parameters that are not the document's are left out. */
  Asked asked(RunId run, Exchange exchange) {
    Map<String, String> by =
        parameters.stream().collect(Collectors.toMap(name -> name, exchange::parameter));
    return new Asked(
        run, by, Paging.of(exchange, this == INTERVALS ? MOST_INTERVALS : Paging.MOST));
  }

  void write(BoardMoment now, Asked asked, JsonGenerator out) {
    body.write(now, asked, out);
  }
}
