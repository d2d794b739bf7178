package io.tidemark.sink.answer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The one number in which the names of logs differ, e.g. of {@code run_bs8.log} and {@code
 * run_bs16.log}.
 */
final class NameNumber {

  /** Any other name is one of runs, ranks, dates or hosts, which no memory grows with. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)(?:(?<![a-z])(m?bs|b|batch(?:[-_]?size)?|ctx|context|seq(?:[-_]?len)?|len|length"
              + "|tokens|layers|users|prompt|images)[-_]?)?(\\d{1,15})");

  private NameNumber() {}

  /**
   * The number of each log as a label, named by the letters before it. Empty if the names differ in
   * more, or the number is of no size, such as a date or a rank.
   */
  static Map<String, Map<String, String>> labels(List<String> names) {
    Map<String, List<MatchResult>> numbers = new TreeMap<>();
    names.forEach(name -> numbers.put(name, NAMED.matcher(name).results().toList()));
    if (names.stream().map(name -> name.replaceAll("\\d{1,15}", "0")).distinct().count() != 1) {
      return Map.of();
    }
    List<MatchResult> first = numbers.values().iterator().next();
    int[] differ =
        IntStream.range(0, first.size())
            .filter(
                at ->
                    numbers.values().stream().map(in -> in.get(at).group(2)).distinct().count() > 1)
            .toArray();
    if (differ.length != 1 || first.get(differ[0]).group(1) == null) {
      return Map.of();
    }
    Map<String, Map<String, String>> labels = new TreeMap<>();
    numbers.forEach(
        (name, in) -> {
          MatchResult number = in.get(differ[0]);
          labels.put(name, Map.of(number.group(1), number.group(2)));
        });
    return labels;
  }
}
