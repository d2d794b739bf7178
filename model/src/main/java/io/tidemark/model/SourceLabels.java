package io.tidemark.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an operator knows of a source and its log does not say: its pod, its job, its user. Labels
 * travel with the lines and are those of their run, as {@code label_NAME} in metrics, so that no
 * name collides with one of Prometheus or of Tidemark.
 */
public final class SourceLabels {

  public static final int MOST = 8;

  /** Before a label's name wherever it stands among labels of Tidemark or of Prometheus. */
  public static final String SHOWN = "label_";

  /** Longest value, in characters. */
  public static final int MAX_VALUE = 128;

  /** What is wanted of labels, as an option's help says it. */
  public static final String ALLOWED =
      "at most 8, each another name of up to 64 of the characters a-z A-Z 0-9 _, not beginning with"
          + " a digit or __, and none of Tidemark's own; a value of 1 to 128 characters, none of"
          + " them a control character";

  /** A label of the same name would be read as Tidemark's own. */
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
   * Labels as they are typed, each {@code NAME=VALUE}.
   *
   * @throws Refusal naming the first that is not allowed, and what is
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
   * The labels, sorted by name.
   *
   * @throws IllegalArgumentException saying what is not allowed of them
   */
  public static SortedMap<String, String> checked(Map<String, String> labels) {
    String wrong = wrong(labels);
    if (wrong != null) {
      throw new IllegalArgumentException("labels: " + wrong + "; want " + ALLOWED);
    }
    return Collections.unmodifiableSortedMap(new TreeMap<>(labels));
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

  /** As people read them behind a sentence; empty for none. */
  public static String words(Map<String, String> labels) {
    if (labels.isEmpty()) {
      return "";
    }
    StringBuilder words = new StringBuilder();
    labels.forEach((name, value) -> words.append(' ').append(name).append('=').append(value));
    return " [" + words.substring(1) + "]";
  }
}
