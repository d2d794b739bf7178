package io.tidemark.app.notify;

import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.sink.answer.Answer;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An alert that began or ended.
 *
 * @param usage use and peaks of its memory; {@code null} for a plan's alert
 * @param answer what a person in trouble reads about the run; {@code null} if the run is unknown
 * @param labels of its source, set by the operator
 */
record AlertNotice(
    AlertKey key,
    Alert alert,
    Status status,
    @Nullable MemoryUsage usage,
    @Nullable Answer answer,
    Map<String, String> labels) {

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
