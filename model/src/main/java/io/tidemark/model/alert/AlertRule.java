package io.tidemark.model.alert;

/** The alert rules. They have the same names as the Prometheus rules with the same meaning. */
public enum AlertRule {
  /** The use rises from submission to submission, or from step to step. */
  GROWING("TidemarkMemoryGrowing", Severity.WARNING),
  /** The use is near the capacity within the trailing window. */
  NEAR_CAPACITY("TidemarkMemoryNearCapacity", Severity.WARNING),
  /** The use is so near the capacity that the next burst may fail. */
  CRITICAL("TidemarkMemoryCritical", Severity.CRITICAL),
  /** The trend of use reaches the capacity soon. */
  FILLING_UP("TidemarkMemoryFillingUp", Severity.WARNING),
  /** Use is high, and free memory is in small blocks. */
  FRAGMENTED("TidemarkMemoryFragmented", Severity.WARNING),
  /** A run uses more than the previous run at the same point; disabled without a threshold. */
  OVER_LAST_RUN("TidemarkMemoryOverLastRun", Severity.WARNING),
  /** The log states a failed allocation. */
  OUT_OF_MEMORY("TidemarkOutOfMemory", Severity.CRITICAL),
  /** The log states a failed allocation, and the run may go on. */
  ALLOCATION_REFUSED("TidemarkAllocationRefused", Severity.WARNING),
  /** The log says that the process was killed, e.g. by the kernel since host memory was full. */
  KILLED("TidemarkKilled", Severity.CRITICAL),
  /** A static plan or a trainer's summary needs more than the device has. */
  WILL_NOT_FIT("TidemarkWillNotFit", Severity.WARNING),
  /** The analysis failed by an error of Tidemark: bytes of the log were not read, as if lost. */
  ANALYSIS_FAILED("TidemarkAnalysisFailed", Severity.CRITICAL);

  /** Value of the {@code severity} label in Prometheus. */
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

  /** Value of the {@code alertname} label. */
  public String alert() {
    return alert;
  }

  public Severity severity() {
    return severity;
  }

  /**
   * Returns the rule of this name.
   *
   * @param alert an {@link #alert()}
   * @throws IllegalArgumentException if no rule has this name
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
