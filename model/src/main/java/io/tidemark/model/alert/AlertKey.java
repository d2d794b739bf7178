package io.tidemark.model.alert;

import io.tidemark.model.log.RunId;
import java.util.Comparator;

/** Key of an alert: one rule over one memory of a run. Ordered by run, device, memory and rule. */
public record AlertKey(RunId run, AlertRule rule, String device, String memory)
    implements Comparable<AlertKey> {

  private static final Comparator<AlertKey> ORDER =
      Comparator.comparing(AlertKey::run)
          .thenComparing(AlertKey::device)
          .thenComparing(AlertKey::memory)
          .thenComparing(AlertKey::rule);

  @Override
  public int compareTo(AlertKey other) {
    return ORDER.compare(this, other);
  }
}
