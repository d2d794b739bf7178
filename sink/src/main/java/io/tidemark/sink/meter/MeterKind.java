package io.tidemark.sink.meter;

/** What Prometheus is told of a meter's nature. */
public enum MeterKind {
  GAUGE(""),
  COUNTER("_total"),
  INFO("_info");

  private final String suffix;

  MeterKind(String suffix) {
    this.suffix = suffix;
  }

  /** What a name of this kind ends with. */
  String suffix() {
    return suffix;
  }
}
