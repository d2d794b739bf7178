package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.message.RowFact;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Regular expressions from the description of XLA's logs, to check every line independently. */
final class XlaLogOracle {

  private static final List<Pattern> PREFIXES =
      List.of(
          Pattern.compile(
              "^(?:(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+): )?([IWEF])\\s+"
                  + "(?:(?<tid>\\d+)\\s+)?(\\S+?):(\\d+)\\] ?"),
          Pattern.compile(
              "^([IWEF])(\\d{4}) 00:00:(\\d+\\.\\d+)\\s+(?<tid>\\d+) (\\S+?):(\\d+)\\] ?"),
          Pattern.compile(
              "^([IWEF])(\\d{4}) (\\d\\d:\\d\\d:\\d\\d\\.\\d+)\\s+(?<tid>\\d+) (\\S+?):(\\d+)\\] ?"));
  private static final Pattern RAY =
      Pattern.compile("^\\((?:[\\w.]+ )?pid=(\\d+)(?:, ip=([^)]+))?\\) ?");
  private static final Pattern SIZE = Pattern.compile("(-?)(\\d+(?:\\.\\d+)?)([KMGTPE]?)i?B?");

  /** A pattern with its name, and the fact of a matching line. */
  private record Rule(
      String name, Pattern pattern, boolean anywhere, Function<MatchResult, Fact> fact) {}

  /** Kinds that a logger writes, and those of the files of a dump. */
  private static final Set<String> OF_ALLOCATORS =
      Set.of("failed", "declined", "node", "dump", "state", "statistics", "statistic", "map");

  private static final Set<String> OF_DUMPS =
      Set.of(
          "assignment",
          "values",
          "live_range",
          "peak",
          "peak_buffer",
          "peak_total",
          "total_bytes",
          "space",
          "space_total");

  private final List<Rule> rules = new ArrayList<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private String thread = "";

  XlaLogOracle() {
    BfcOracle.addTo(this);
    XlaOomOracle.addTo(this);
  }

  void rule(String name, String pattern, Function<MatchResult, Fact> fact) {
    rules.add(new Rule(name, Pattern.compile(pattern), !pattern.startsWith("^"), fact));
  }

  /** Returns the fact of the first matching pattern; {@code null} if none matches. */
  @Nullable Fact fact(String whole) {
    String line = stripped(whole);
    for (Rule rule : rules) {
      Matcher m = rule.pattern.matcher(line);
      if (m.find()) {
        counts.merge(rule.name, 1, Integer::sum);
        return rule.fact.apply(m);
      }
    }
    return null;
  }

  /** Removes the prefix of a logger, and remembers the writer. */
  private String stripped(String whole) {
    thread = "";
    String line = whole;
    Matcher ray = RAY.matcher(line);
    if (ray.find()) {
      thread = ray.group(1);
      line = line.substring(ray.end());
    }
    for (Pattern prefix : PREFIXES) {
      Matcher m = prefix.matcher(line);
      if (m.find()) {
        String tid = m.group("tid") == null ? "" : m.group("tid");
        thread = thread.isEmpty() ? tid : thread + "/" + tid;
        counts.merge(prefix == PREFIXES.get(0) ? "LOG_TF" : "LOG_ABSL", 1, Integer::sum);
        return line.substring(m.end());
      }
    }
    return line;
  }

  /** Writer of the current line. */
  String thread() {
    return thread;
  }

  Map<String, Integer> counts() {
    return counts;
  }

  /** Creates a line's fact from names with their texts and figures. */
  static RowFact line(String kind, String name, String thread, Object... states) {
    Map<String, String> words = new HashMap<>();
    Map<String, Long> figures = new HashMap<>();
    for (int i = 0; i < states.length; i += 2) {
      String of = states[i].toString();
      if (states[i + 1] instanceof Number figure) {
        figures.put(of, figure.longValue());
      } else {
        words.put(of, states[i + 1].toString());
      }
    }
    String format = OF_DUMPS.contains(kind) ? Xla.DUMP : Xla.LOG;
    String writer = OF_ALLOCATORS.contains(kind) ? thread : null;
    return new RowFact(format, kind, name, writer, words, figures);
  }

  /** The same of the current line of an allocator. */
  RowFact here(String kind, Object... states) {
    return line(kind, "", thread, states);
  }

  /** The same of a report, whose lines have no thread. */
  static RowFact report(String kind, Object... states) {
    return line(kind, "", "", states);
  }

  private static final Map<String, String> KEYS =
      Map.of(
          "Operator", "op",
          "Shape", "shape",
          "XLA label", "label",
          "XLA Label", "label",
          "Entry Parameter Subshape", "parameter",
          "Allocation type", "type",
          "Tag", "tag");

  static RowFact key(String name, String value) {
    return switch (name) {
      case "Size" -> report("key", "bytes", size(value));
      case "Unpadded size" -> report("key", "unpadded", size(value));
      case "Extra memory due to padding" -> report("key");
      default -> report("key", KEYS.get(name), value);
    };
  }

  static String upper(MatchResult m, int group) {
    return m.group(group).toUpperCase(Locale.ROOT);
  }

  static long number(MatchResult m, int group) {
    return Long.parseLong(m.group(group));
  }

  static long size(MatchResult m, int group) {
    return size(m.group(group));
  }

  static long size(String text) {
    Matcher m = SIZE.matcher(text);
    if (!m.matches()) {
      throw new AssertionError(text);
    }
    int shift = m.group(3).isEmpty() ? 0 : 10 * (1 + "KMGTPE".indexOf(m.group(3)));
    BigDecimal bytes = new BigDecimal(m.group(2)).multiply(BigDecimal.valueOf(1L << shift));
    long size = bytes.setScale(0, RoundingMode.HALF_UP).longValueExact();
    return m.group(1).isEmpty() ? size : -size;
  }
}
