package io.tidemark.app.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.model.Samples;
import io.tidemark.model.event.Holder;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of every answer agree with each other, whatever the log. */
class AnswerFiguresTest {

  /** Rows that make a list add up: freed bytes, and bytes that several buffers hold at once. */
  private static final Set<String> BELOW_ZERO =
      Set.of("freed of unknown holders", "shared addresses", "paged to the host");

  /** Writers round parts and wholes to two decimals. */
  private static final double ROUNDED = 0.001;

  /** A golden plan whose buffers overlap: more is alive at once than its arena holds. */
  private static final String OVERLAPPING = "analysis/system/zant/old-plan/input.log";

  @TempDir Path folder;

  @Test
  void theAnswersOfTheProjectsLogsAgree() throws IOException {
    check(OracleLogs.own());
  }

  @Test
  void theAnswersOfTheSamplesAndCasesAgree() throws IOException {
    check(OracleLogs.shared(Samples.path("SOURCES.md").getParent()));
  }

  private void check(SortedMap<String, byte[]> texts) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, byte[]> text : texts.entrySet()) {
      Path file = Files.write(Files.createTempFile(folder, "", ".log"), text.getValue());
      LogAtRest log = new LogAtRest(text.getKey(), List.of(file), Settings.DEFAULT);
      Board board = Analysed.of(log, any -> {}).board();
      board
          .runs()
          .forEach(
              (run, status) ->
                  faults(Answers.of(board, run, status, 0))
                      .forEach(fault -> wrong.add(run + ": " + fault)));
      Files.delete(file);
    }
    wrong.removeIf(fault -> fault.startsWith(OVERLAPPING));
    assertThat(texts).isNotEmpty();
    assertThat(wrong).isEmpty();
  }

  private static List<String> faults(Answer answer) {
    List<String> faults = new ArrayList<>();
    Fullness where = answer.where();
    if (where == null) {
      return faults;
    }
    long used = where.usedBytes() == null ? 0 : where.usedBytes();
    long needed = where.neededBytes() == null ? 0 : where.neededBytes();
    boolean planned = where.usedBytes() == null;
    if (used < 0 || needed < 0 || where.peakBytes() < used) {
      faults.add("below zero, or a peak below the use: " + where);
    }
    if (where.capacityBytes() > 0 && !planned && where.peakBytes() > where.capacityBytes()) {
      faults.add("more is used than there is: " + where);
    }
    if (planned && where.peakBytes() != 0 && where.peakBytes() != needed) {
      faults.add("a plan has two sizes: " + where);
    }
    Map<String, List<Holder>> lists =
        Map.of(
            "parts", answer.fills().parts(),
            "modules", answer.fills().modules(),
            "ops", answer.fills().ops());
    lists.forEach(
        (name, holders) -> {
          long sum = holders.stream().mapToLong(Holder::heldAtPeakBytes).sum();
          long whole = Math.max(where.peakBytes(), where.shownBytes());
          if (!holders.isEmpty() && Math.abs(sum - whole) > ROUNDED * whole) {
            faults.add("%s add up to %d of %s".formatted(name, sum, where));
          }
          holders.stream()
              .filter(holder -> holder.heldAtPeakBytes() < 0 && !BELOW_ZERO.contains(holder.name()))
              .forEach(holder -> faults.add(name + " below zero: " + holder));
        });
    return faults;
  }
}
