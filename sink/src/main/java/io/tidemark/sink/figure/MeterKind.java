package io.tidemark.sink.figure;

/** The Prometheus type of a meter. */
public enum MeterKind {
  GAUGE(""),
  COUNTER("_total"),
  INFO("_info");

  private final String suffix;

  MeterKind(String suffix) {
    this.suffix = suffix;
  }

  String suffix() {
    return suffix;
  }
}
