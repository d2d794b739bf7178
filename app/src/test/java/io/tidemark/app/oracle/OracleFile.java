package io.tidemark.app.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file of what each log came to: a head, the reason of each change with the hash that the lines
 * had after it, the newest first, then a line for each log.
 */
final class OracleFile {

  private static final List<String> HEAD =
      List.of(
          "# The hash of each log's text, events, state, rejects and answer; '-' is none.",
          "# OracleTest compares, -Dtidemark.golden=write writes. Before the logs, the newest first: the hash of",
          "# all their lines after a change, and why they changed.");

  private static final String REASON = "# [0-9a-f]{8} ?.*";

  private final List<String> reasons = new ArrayList<>();
  private final SortedMap<String, Oracle> logs = new TreeMap<>();

  static OracleFile read(Path path) throws IOException {
    OracleFile file = new OracleFile();
    if (Files.exists(path)) {
      for (String line : Files.readAllLines(path)) {
        if (line.matches(REASON)) {
          file.reasons.add(line);
        } else if (!line.startsWith("#")) {
          Oracle log = Oracle.parse(line);
          file.logs.put(log.name(), log);
        }
      }
    }
    return file;
  }

  /** By name; to be changed before {@link #write}. */
  SortedMap<String, Oracle> logs() {
    return logs;
  }

  /** Whether the newest reason is one of the lines as they are. */
  boolean isExplained() {
    return !reasons.isEmpty() && reasons.get(0).matches("# " + hash() + " .*\\w.*");
  }

  /** Writes the file, with a reason to be completed if no newest one is of these lines. */
  void write(Path path) throws IOException {
    reasons.removeIf(reason -> reason.matches("# \\w+ ?"));
    if (!isExplained()) {
      reasons.add(0, "# " + hash() + " ");
    }
    List<String> lines = new ArrayList<>(HEAD);
    lines.addAll(reasons);
    lines.addAll(lines());
    Files.write(path, lines);
  }

  private List<String> lines() {
    return logs.values().stream().map(Oracle::line).toList();
  }

  private String hash() {
    return Oracle.hash(String.join("\n", lines()).getBytes(UTF_8));
  }
}
