package io.tidemark.app.notify;

import io.tidemark.model.Alert;
import io.tidemark.model.AlertKey;
import io.tidemark.model.MemoryUsage;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An alert that began or ended.
 *
 * @param usage use and peaks of its memory; {@code null} for a plan's
 */
record AlertNotice(AlertKey key, Alert alert, Status status, @Nullable MemoryUsage usage) {

  /** As Alertmanager names them. */
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
