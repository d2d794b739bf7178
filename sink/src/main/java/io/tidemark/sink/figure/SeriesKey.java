package io.tidemark.sink.figure;

import io.tidemark.model.AdmissionLimits;
import io.tidemark.model.Sha256;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.SourceLabels;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One series of a meter.
 *
 * @param labels values in the order of {@link BoardMeter#labels()}; an empty one is left out of the
 *     series
 * @param further labels that an operator gave the source, by name
 */
public record SeriesKey(BoardMeter meter, List<String> labels, Map<String, String> further) {

  public SeriesKey(BoardMeter meter, List<String> labels) {
    this(meter, labels, Map.of());
  }

  public SeriesKey {
    labels = List.copyOf(labels);
    further = Map.copyOf(further);
    if (labels.size() != meter.labels().size()) {
      throw new IllegalArgumentException("%s: want %s".formatted(meter, meter.labels()));
    }
  }

  public static SeriesKey of(BoardMeter meter, String... labels) {
    return new SeriesKey(meter, List.of(labels));
  }

  static SeriesKey of(BoardMeter meter, RunLabels run, String... labels) {
    return new SeriesKey(meter, run.and(labels));
  }

  /** The same with labels that an operator gave the source. */
  public SeriesKey with(Map<String, String> furtherLabels) {
    return new SeriesKey(meter, labels, furtherLabels);
  }

  /** All labels by name, as they are shown. */
  public SortedMap<String, String> shown() {
    SortedMap<String, String> shown = new TreeMap<>();
    for (int label = 0; label < labels.size(); label++) {
      if (!labels.get(label).isEmpty()) {
        shown.put(meter.labels().get(label), LabelValue.of(labels.get(label)));
      }
    }
    further.forEach((name, value) -> shown.put(SourceLabels.SHOWN + name, LabelValue.of(value)));
    return shown;
  }

  public Figure at(double value) {
    return new Figure(this, value);
  }

  /** A figure of this series of seconds. */
  public Figure atMillis(long millis) {
    return at(millis / 1000.0);
  }

  /** A figure of this series; bytes and counts are exact up to 2^53. */
  public Figure at(long value) {
    return new Figure(this, (double) value);
  }

  /**
   * Makes text usable as a label value: bounded, distinct from other long texts, and without
   * terminal control characters.
   */
  static final class LabelValue {

    private static final int HASH_BYTES = 8;

    private LabelValue() {}

    /** The text itself, or its head, {@code ~} and 16 hex digits of its SHA-256. */
    public static String of(String raw) {
      String text = TerminalText.of(raw);
      if (text.length() <= AdmissionLimits.MOST_LABEL_CHARS) {
        return text;
      }
      int head = AdmissionLimits.MOST_LABEL_CHARS - 1 - 2 * HASH_BYTES;
      if (Character.isHighSurrogate(text.charAt(head - 1))) {
        head--;
      }
      return text.substring(0, head) + "~" + hash(text);
    }

    private static String hash(String text) {
      byte[] all = Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all, 0, HASH_BYTES);
    }
  }
}
