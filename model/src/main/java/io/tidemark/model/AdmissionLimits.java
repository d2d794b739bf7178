package io.tidemark.model;

import io.tidemark.model.event.Op;

/** Limits shared by several programs, so that none publishes what another drops. */
public final class AdmissionLimits {

  /** Limit of op names per memory of a run; all others share {@link Op#OTHER}. */
  public static final int MOST_OPS = 200;

  /** Limit of devices per run; others are counted but have no figures. */
  public static final int MOST_DEVICES = 64;

  /** Limit of a label value in characters; a longer one is cut and ends in a hash. */
  public static final int MOST_LABEL_CHARS = 128;

  private AdmissionLimits() {}
}
