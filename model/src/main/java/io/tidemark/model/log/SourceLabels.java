package io.tidemark.model.log;

import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Labels that an operator gives a source, such as its pod, job or user. They are sent with the
 * lines and apply to their run. Metrics show them as {@code label_NAME}, so that no name conflicts
 * with those of Prometheus or Tidemark.
 */
public final class SourceLabels {

  public static final int MOST = 8;

  /** Prefix of a label's name among labels of Tidemark or Prometheus. */
  public static final String SHOWN = "label_";

  /** Limit of a value in characters. */
  public static final int MAX_VALUE = 128;

  /** The rules for labels, for the help text of an option. */
  public static final String ALLOWED =
      "at most 8, each another name of up to 64 of the characters a-z A-Z 0-9 _, not beginning with"
          + " a digit or __, and none of Tidemark's own; a value of 1 to 128 characters, none of"
          + " them a control character";

  /** Names that would be read as Tidemark's own labels. */
  static final Set<String> OWN =
      Set.of(
          "run",
          "source",
          "format",
          "mode",
          "model",
          "host",
          "worker",
          "device",
          "memory",
          "op",
          "plan",
          "alertname",
          "severity");

  private static final Pattern NAME = Pattern.compile("(?!__)[a-zA-Z_][a-zA-Z0-9_]{0,63}");

  private SourceLabels() {}

  /**
   * Parses labels of the form {@code NAME=VALUE}.
   *
   * @throws Refusal for the first invalid label, with the rules
   */
  public static SortedMap<String, String> parse(String option, List<String> typed) {
    SortedMap<String, String> labels = new TreeMap<>();
    for (String label : typed) {
      int equals = label.indexOf('=');
      if (equals < 0) {
        throw refusal(option, label, "no = in it");
      }
      if (labels.put(label.substring(0, equals), label.substring(equals + 1)) != null) {
        throw refusal(option, label, "its name is given twice");
      }
      String wrong = wrong(labels);
      if (wrong != null) {
        throw refusal(option, label, wrong);
      }
    }
    return Collections.unmodifiableSortedMap(labels);
  }

  private static Refusal refusal(String option, String label, String wrong) {
    return new Refusal(
        "%s '%s': %s; want NAME=VALUE, %s"
            .formatted(option, TerminalText.of(label), wrong, ALLOWED));
  }

  /**
   * Returns the labels sorted by name.
   *
   * @throws IllegalArgumentException for invalid labels, with the reason
   */
  public static SortedMap<String, String> checked(Map<String, String> labels) {
    String wrong = wrong(labels);
    if (wrong != null) {
      throw new IllegalArgumentException("labels: " + wrong + "; want " + ALLOWED);
    }
    return Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** The first labels, and those of the others that have room and another name. */
  public static Map<String, String> joined(Map<String, String> first, Map<String, String> others) {
    Map<String, String> joined = new TreeMap<>(first);
    new TreeMap<>(others)
        .forEach(
            (name, value) -> {
              if (joined.size() < MOST) {
                joined.putIfAbsent(name, value);
              }
            });
    return joined;
  }

  private static @Nullable String wrong(Map<String, String> labels) {
    if (labels.size() > MOST) {
      return labels.size() + " labels";
    }
    for (Map.Entry<String, String> label : labels.entrySet()) {
      String value = label.getValue();
      if (OWN.contains(label.getKey())) {
        return "the name " + label.getKey() + " is one of Tidemark's own";
      }
      if (!NAME.matcher(label.getKey()).matches()) {
        return "its name is not allowed";
      }
      if (value.isEmpty() || value.length() > MAX_VALUE) {
        return "a value of " + value.length() + " characters";
      }
      if (value.chars().anyMatch(Character::isISOControl)) {
        return "a control character in its value";
      }
    }
    return null;
  }

  /** Formats the labels to follow a sentence; empty for none. */
  public static String words(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return "";
    }
    StringBuilder words = new StringBuilder();
    labels.forEach((name, value) -> words.append(' ').append(name).append('=').append(value));
    return " [" + words.substring(1) + "]";
  }
}
