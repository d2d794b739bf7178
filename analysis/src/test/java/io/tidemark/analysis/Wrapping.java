package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Wraps the lines of a log like containers, launchers and loggers. */
enum Wrapping {
  NONE,
  CRI,
  CRI_PARTS,
  DOCKER_TIMESTAMPS,
  DOCKER_JSON,
  DOCKER_JSON_PARTS,
  JOURNAL,
  JOURNAL_JSON,
  MESSAGE_JSON,
  MSG_JSON,
  ECS_JSON,
  KUBECTL,
  COMPOSE,
  RAY,
  TORCHRUN,
  RANK,
  MPIRUN,
  SRUN,
  COLOURS;

  private interface Part {
    String wrap(String part, boolean last);
  }

  /** Returns the lines of the file for a line of the log. */
  List<String> lines(String line) {
    return switch (this) {
      case NONE -> List.of(line);
      case CRI -> List.of(date() + "stdout F " + line);
      case CRI_PARTS -> parts(line, 61, (part, last) -> date() + "stdout " + tag(last) + part);
      case DOCKER_TIMESTAMPS -> List.of(date() + line);
      case DOCKER_JSON -> List.of(docker(line + "\n"));
      case DOCKER_JSON_PARTS -> parts(line, 97, (part, last) -> docker(part + (last ? "\n" : "")));
      case JOURNAL -> List.of("Nov 22 05:54:09 node-1 train[4711]: " + line);
      case JOURNAL_JSON -> List.of(journal(line));
      case MESSAGE_JSON -> List.of(object("\"level\":\"info\",\"message\":" + json(line)));
      case MSG_JSON -> List.of(object("\"ts\":1795326849.5,\"msg\":" + json(line) + ",\"n\":{}"));
      case ECS_JSON -> List.of(object("\"log\":{\"level\":\"info\"},\"message\":" + json(line)));
      case KUBECTL -> List.of("[pod/train-0/main] " + line);
      case COMPOSE -> List.of("\u001b[36mvllm-1  | \u001b[0m" + line);
      case RAY -> List.of("\u001b[36m(Worker_TP1 pid=202)\u001b[0m " + line);
      case TORCHRUN -> List.of("[default1]:" + line);
      case RANK -> List.of("[rank3]: " + line);
      case MPIRUN -> List.of("[1,5]<stdout>:" + line);
      case SRUN -> List.of("  7: " + line);
      case COLOURS -> List.of("\u001b[32m" + line);
    };
  }

  /** Whether each line of the log is one line of the file. */
  boolean keepsLines() {
    return this != CRI_PARTS && this != DOCKER_JSON_PARTS;
  }

  String log(String log) {
    return joined(split(log).stream().flatMap(line -> lines(line).stream()).toList());
  }

  static List<String> split(String log) {
    List<String> lines = new ArrayList<>(List.of(log.split("\n", -1)));
    if (log.endsWith("\n")) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  static String joined(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String date() {
    return "2026-11-22T05:54:09.123456789Z ";
  }

  private static String tag(boolean last) {
    return last ? "F " : "P ";
  }

  private static List<String> parts(String line, int size, Part each) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (line.length() - from > size) {
      int to = Character.isHighSurrogate(line.charAt(from + size - 1)) ? size + 1 : size;
      parts.add(each.wrap(line.substring(from, from + to), false));
      from += to;
    }
    parts.add(each.wrap(line.substring(from), true));
    return parts;
  }

  private static String docker(String text) {
    return object(
        "\"log\":" + json(text) + ",\"stream\":\"stdout\",\"time\":\"" + date().trim() + "\"");
  }

  /** journald lists text with control characters as bytes. */
  private static String journal(String line) {
    boolean plain = line.chars().allMatch(c -> c >= ' ' || c == '\t');
    List<String> bytes = new ArrayList<>();
    for (byte b : line.getBytes(UTF_8)) {
      bytes.add(Integer.toString(b & 0xff));
    }
    return object(
        "\"__REALTIME_TIMESTAMP\":\"1795326849123456\",\"_PID\":\"7\",\"MESSAGE\":"
            + (plain ? json(line) : bytes.toString()));
  }

  private static String object(String fields) {
    return "{" + fields + "}";
  }

  static String json(String text) {
    UnaryOperator<String> escaped =
        c ->
            switch (c) {
              case "\"" -> "\\\"";
              case "\\" -> "\\\\";
              case "\n" -> "\\n";
              default ->
                  c.charAt(0) < ' ' ? String.format(Locale.ROOT, "\\u%04x", (int) c.charAt(0)) : c;
            };
    return text.chars()
        .mapToObj(c -> escaped.apply(String.valueOf((char) c)))
        .collect(Collectors.joining("", "\"", "\""));
  }
}
