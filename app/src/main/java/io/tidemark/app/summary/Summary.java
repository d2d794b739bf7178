package io.tidemark.app.summary;

import io.tidemark.model.ByteSize;
import io.tidemark.model.Counted;
import io.tidemark.model.TerminalText;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.alert.AlertRule.Severity;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.SourceLabels;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.training.Training;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.answer.Note;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.verdict.PlanOrder;
import io.tidemark.sink.verdict.PlanOrder.NamedPlan;
import io.tidemark.sink.verdict.RunOrder;
import io.tidemark.sink.verdict.RunVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The board as text for a terminal, printed by {@code watch --once}. */
public final class Summary {

  private static final int MODULES_DESCRIBED = 2;

  /** A memory is small if its plan needs less than one part in this number of the largest. */
  private static final long SMALL = 100;

  private final StringBuilder out = new StringBuilder();
  private final Board board;

  private Summary(Board board) {
    this.board = board;
  }

  /**
   * The runs by urgency, at this time. Of the workers of a log that share a state and its reason
   * the first is described, each other one gets a line.
   */
  public static String of(Board board, long nowMillis) {
    Summary summary = new Summary(board);
    Set<List<Object>> described = new HashSet<>();
    for (Map.Entry<RunId, RunStatus> run : RunOrder.of(board, nowMillis)) {
      RunId id = run.getKey();
      RunStatus status = run.getValue();
      Answer answer = Answers.of(board, id, status, nowMillis);
      String why = Objects.requireNonNullElse(answer.cause().why(), "");
      boolean first = described.add(List.of(id.source(), answer.verdict().state(), why));
      if (first || status.source().worker() == null) {
        summary.run(id, status, answer);
      } else {
        summary.line("%s", StatusLines.line(board, id, status, nowMillis));
      }
    }
    CoResidence.of(board).forEach(line -> summary.line("%s", line));
    if (board.runs().isEmpty()) {
      summary.line("no line was read: the log is empty");
    }
    return summary.out.toString();
  }

  /**
   * The modules of a dump folder, the largest first. The first ones and those that failed are
   * described, each other one gets a line.
   */
  public static String ofModules(Board board, Set<RunId> runs) {
    Summary summary = new Summary(board);
    List<Map.Entry<RunId, RunStatus>> modules =
        RunOrder.of(board, 0).stream()
            .filter(run -> runs.contains(run.getKey()))
            .sorted(Comparator.comparing(run -> -summary.largestArena(run.getKey())))
            .toList();
    for (int i = 0; i < modules.size(); i++) {
      RunId id = modules.get(i).getKey();
      RunStatus status = modules.get(i).getValue();
      if (i < MODULES_DESCRIBED || status.failures().ended()) {
        summary.run(id, status, Answers.of(board, id, status, 0));
      } else {
        summary.line("%s", StatusLines.line(board, id, status, 0));
      }
    }
    return summary.out.toString();
  }

  private long largestArena(RunId run) {
    return PlanOrder.of(board, run).stream()
        .mapToLong(plan -> plan.summary().arenaBytes())
        .max()
        .orElse(0);
  }

  private void line(String format, Object... values) {
    out.append(TerminalText.of(String.format(Locale.ROOT, format, values))).append('\n');
  }

  private void run(RunId id, RunStatus status, Answer answer) {
    head(id, status, answer.verdict());
    add(answerLines(answer));
    add(RunMemories.of(board, id, answer.where()));
    Training training = status.training();
    if (training != null && !training.phases().isEmpty()) {
      add(TrainingLines.of(training));
    }
    plans(PlanOrder.of(board, id));
    add(RunMemories.unused(board, id));
    add(alertLines(board, id, status));
  }

  /** Memories of which a program needs little beside the largest one share a line. */
  private void plans(List<NamedPlan> plans) {
    long largest = plans.stream().mapToLong(plan -> plan.summary().arenaBytes()).max().orElse(0);
    List<String> small = new ArrayList<>();
    boolean memories = PlanOrder.areMemories(plans);
    for (NamedPlan plan : plans) {
      PlanRecord.Summary summary = plan.summary();
      if (memories && !plan.isTooLarge() && summary.arenaBytes() < largest / SMALL) {
        small.add(summary.memory() + " " + ByteSize.text(summary.arenaBytes()));
      } else {
        add(PlanLines.of(plan.key().plan(), summary));
      }
    }
    if (!small.isEmpty()) {
      line("  other memories: %s", String.join(", ", small));
    }
  }

  private void add(List<String> lines) {
    lines.forEach(line -> line("%s", line));
  }

  private void head(RunId id, RunStatus status, RunVerdict verdict) {
    String words = words(verdict);
    boolean failed = verdict.state().isFailed();
    RunStatus.Lines lines = status.lines();
    line(
        "%s   %s   %s, %s, %,d rejected%s",
        title(id, status),
        failed ? words.toUpperCase(Locale.ROOT) : words,
        Counted.text(status.snapshots(), "snapshot"),
        Counted.text(lines.read(), "line"),
        lines.rejected(),
        status.gaps() == 0 ? "" : ", " + Counted.text(status.gaps(), "gap"));
  }

  /** Reading has ended when this is printed, so an open run is neither live nor idle. */
  private static String words(RunVerdict verdict) {
    return switch (verdict.state()) {
      case LIVE, IDLE -> "read to the end of the log, the run is open";
      default -> verdict.words();
    };
  }

  /** The name of a run with its worker and its labels. */
  public static String title(RunId id, RunStatus status) {
    return id + worker(status) + SourceLabels.words(status.source().labels());
  }

  /** The worker of a run, after its name. */
  static String worker(RunStatus status) {
    String worker = status.source().worker();
    return worker == null ? "" : " worker " + TerminalText.of(worker);
  }

  /** A heading and a text for each part of an answer. */
  private static List<String> answerLines(Answer answer) {
    List<Note> parts = new ArrayList<>(answer.parts());
    parts.addAll(answer.also());
    List<String> lines = new ArrayList<>();
    String last = "";
    for (Note part : parts) {
      lines.addAll(Columns.wrapped(part.kind().equals(last) ? "" : part.kind(), part.words()));
      last = part.kind();
    }
    return lines;
  }

  /** The rules that fired in a run, and the plans that do not fit. */
  private static List<String> alertLines(Board board, RunId run, RunStatus status) {
    List<String> lines = new ArrayList<>();
    String rules = alerts(board, run, status);
    if (!rules.isEmpty()) {
      lines.addAll(Columns.wrapped("alerts", rules));
    }
    board.alertsOf(run).stream()
        .filter(alert -> alert.getKey().rule() == AlertRule.WILL_NOT_FIT)
        .forEach(alert -> lines.addAll(Columns.wrapped("", alert.getValue().sentence())));
    return lines;
  }

  /** The rules that fired in a run, critical ones first; empty for none. */
  public static String alerts(Board board, RunId run, RunStatus status) {
    List<Map.Entry<AlertKey, Alert>> alerts =
        board.begunAlertsOf(run).stream()
            // A refusal that ended the run is listed as its failure.
            .filter(
                alert ->
                    alert.getKey().rule() != AlertRule.ALLOCATION_REFUSED
                        || status.failures().refused() != null)
            .toList();
    List<String> groups = new ArrayList<>();
    for (Severity severity : List.of(Severity.CRITICAL, Severity.WARNING)) {
      String names =
          alerts.stream()
              .map(alert -> alert.getKey().rule())
              .filter(rule -> rule.severity() == severity)
              .distinct()
              .sorted(Comparator.comparing(AlertRule::ordinal).reversed())
              .map(rule -> ruleWords(rule) + (lasts(rule, alerts, status) ? "" : " (ended)"))
              .collect(Collectors.joining(", "));
      if (!names.isEmpty()) {
        groups.add(severity.label() + " " + names);
      }
    }
    return String.join(" · ", groups);
  }

  /** Whether the rule is active for any memory or plan, or was at the end of the run. */
  private static boolean lasts(
      AlertRule rule, List<Map.Entry<AlertKey, Alert>> alerts, RunStatus status) {
    return alerts.stream()
        .filter(alert -> alert.getKey().rule() == rule)
        .anyMatch(alert -> alert.getValue().lasts(status.endMillis()));
  }

  /** The name in words, without the project's own prefix: {@code memory near capacity}. */
  private static String ruleWords(AlertRule rule) {
    return rule.alert()
        .replaceFirst("^Tidemark", "")
        .replaceAll("(?<!^)(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
