package io.tidemark.app.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.run.Settings;
import io.tidemark.app.logfile.Analysed;
import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.summary.Summary;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.RunId;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.Answers;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.page.StateDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.ObjectWriter;

/**
 * The outcome of a log: a short hash of its text and of each part.
 *
 * @param events of all runs, with their times
 * @param state the canonical state, without times
 * @param answer the answers of all runs, the summary, and where the times are from
 */
record Oracle(
    String name, String text, String events, String state, String rejects, String answer) {

  /** A log without dates takes the times of its lines from the file. */
  private static final FileTime CHANGED = FileTime.fromMillis(1_700_000_000_000L);

  private static final ObjectWriter EVENT = Json.MAPPER.writerFor(MemoryEvent.class);

  /** No state depends on a clock, since every run of a complete log has ended. */
  private static final long AT_REST = 0;

  /** The hash of an empty part. */
  private static final String NOTHING = "-";

  /** Reads the log as {@code report} does, out of a new file in the folder. */
  static Oracle of(String name, byte[] text, Path folder) throws IOException {
    // To overwrite one and the same file takes a disk milliseconds.
    Path file = Files.write(Files.createTempFile(folder, "", ".log"), text);
    Files.setLastModifiedTime(file, CHANGED);
    Map<RunId, List<String>> events = new TreeMap<>();
    List<String> rejects = new ArrayList<>();
    Analysed analysed =
        Analysed.of(
            new LogAtRest(name, List.of(file), Settings.DEFAULT),
            outcome -> {
              for (var batch : outcome.events()) {
                List<String> run = events.computeIfAbsent(batch.run(), id -> new ArrayList<>());
                batch.events().forEach(event -> run.add(EVENT.writeValueAsString(event)));
              }
              outcome.rejects().forEach(one -> rejects.add(Json.MAPPER.writeValueAsString(one)));
            });
    Board board = analysed.board();
    return new Oracle(
        name,
        hash(text),
        events.isEmpty() ? NOTHING : hash(events.toString()),
        hash(StateDocument.of(board)),
        rejects.isEmpty() ? NOTHING : hash(rejects.toString()),
        hash(answers(board) + Summary.of(board, AT_REST) + analysed.timesLine()));
  }

  private static String answers(Board board) {
    StringBuilder answers = new StringBuilder();
    board
        .runs()
        .forEach(
            (run, status) -> {
              var answer = Answers.of(board, run, status, AT_REST);
              answers.append(run).append(answer.verdict().words());
              answers.append(Json.MAPPER.writeValueAsString(answer));
            });
    return answers.toString();
  }

  private static String hash(String text) {
    return hash(text.getBytes(UTF_8));
  }

  static String hash(byte[] text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(digest, 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static Oracle parse(String line) {
    String[] cells = line.split(" ", 6);
    return new Oracle(cells[5], cells[0], cells[1], cells[2], cells[3], cells[4]);
  }

  /** Its line in the file. */
  String line() {
    return String.join(" ", text, events, state, rejects, answer, name);
  }

  /** The parts that differ from those of before, by name. */
  List<String> changed(Oracle before) {
    Map<String, Boolean> same = new LinkedHashMap<>();
    same.put("text", text.equals(before.text));
    same.put("events", events.equals(before.events));
    same.put("state", state.equals(before.state));
    same.put("rejects", rejects.equals(before.rejects));
    same.put("answer", answer.equals(before.answer));
    return same.entrySet().stream()
        .filter(part -> !part.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }
}
