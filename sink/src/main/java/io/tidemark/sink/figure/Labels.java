package io.tidemark.sink.figure;

/** The names of labels that several meters share, in the order of a series key. */
final class Labels {

  static final String[] RUN = {"run", "source", "format", "mode", "model", "host", "worker"};
  static final String[] PEAK_OP = {"run", "device", "memory", "rank", "op", "location"};
  static final String[] ALERT = {"run", "device", "memory", "rule", "severity"};
  static final String[] FAILURES = {"run", "device", "memory", "diagnosis"};
  static final String[] FAILURE = {"run", "device", "memory", "op", "diagnosis"};
  static final String[] MEMORY = {"run", "device", "memory"};
  static final String[] TENSORS = {"run", "device", "memory", "class"};
  static final String[] OP = {"run", "device", "memory", "op"};
  static final String[] PLAN = {"run", "plan", "memory"};
  static final String[] PLAN_VERDICT = {"run", "plan", "memory", "verdict"};
  static final String[] PLAN_CLASS = {"run", "plan", "memory", "class"};
  static final String[] PHASE = {"run", "memory", "phase", "kind"};
  static final String[] TRAINING = {"run", "memory", "part", "kind"};

  private Labels() {}
}
