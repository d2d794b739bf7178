package io.tidemark.model;

/** One rule over one memory of a run: a record told again is the same alert. */
public record AlertKey(RunId run, AlertRule rule, String device, String memory) {}
