package io.tidemark.app.notify;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.run.RunSource;
import io.tidemark.sink.answer.Answer;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An alert that began or ended.
 *
 * @param usage use and peaks of its memory; {@code null} for a plan's alert
 * @param answer what a person in trouble reads about its memory; {@code null} if the run is unknown
 * @param source origin of the run's lines, with the operator's labels; {@code null} if the run is
 *     unknown
 */
record AlertNotice(
    AlertKey key,
    Alert alert,
    Status status,
    @Nullable MemoryUsage usage,
    @Nullable Answer answer,
    @Nullable RunSource source) {

  /** The operator's labels of its source. */
  Map<String, String> labels() {
    return source == null ? Map.of() : source.labels();
  }

  /** The machine on which its log is read; empty if unknown. */
  String host() {
    return source == null ? "" : Objects.requireNonNullElse(source.host(), "");
  }

  /** Named as in Alertmanager. */
  enum Status {
    FIRING,
    RESOLVED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String toString() {
    return "%s of %s, %s".formatted(key.rule().alert(), key.run(), status.label());
  }
}
