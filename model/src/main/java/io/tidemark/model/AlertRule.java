package io.tidemark.model;

/** What is worth waking somebody for. Names are those of the Prometheus rules of the same sense. */
public enum AlertRule {
  /** The use within the trailing window comes near the capacity. */
  NEAR_CAPACITY("TidemarkMemoryNearCapacity", Severity.WARNING),
  /** The same, so near that the next burst may fail. */
  CRITICAL("TidemarkMemoryCritical", Severity.CRITICAL),
  /** The trend of use reaches the capacity soon. */
  FILLING_UP("TidemarkMemoryFillingUp", Severity.WARNING),
  /** Much is used, and what is free lies in small blocks. */
  FRAGMENTED("TidemarkMemoryFragmented", Severity.WARNING),
  /** A run uses more than the run before at the same point; off unless a threshold is given. */
  OVER_LAST_RUN("TidemarkMemoryOverLastRun", Severity.WARNING),
  /** The log states a failed allocation. */
  OUT_OF_MEMORY("TidemarkOutOfMemory", Severity.CRITICAL),
  /** A static plan or a trainer's summary needs more than the device has. */
  WILL_NOT_FIT("TidemarkWillNotFit", Severity.WARNING);

  /** The label value of Prometheus' field. */
  public enum Severity {
    WARNING("warning"),
    CRITICAL("critical");

    private final String label;

    Severity(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  private final String alert;
  private final Severity severity;

  AlertRule(String alert, Severity severity) {
    this.alert = alert;
    this.severity = severity;
  }

  /** Its {@code alertname}. */
  public String alert() {
    return alert;
  }

  public Severity severity() {
    return severity;
  }

  /**
   * The rule of this name.
   *
   * @param alert an {@link #alert()}
   * @throws IllegalArgumentException when no rule has this name
   */
  public static AlertRule of(String alert) {
    for (AlertRule rule : values()) {
      if (rule.alert.equals(alert)) {
        return rule;
      }
    }
    throw new IllegalArgumentException("alert '" + alert + "' is none of ours");
  }
}
