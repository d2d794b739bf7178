package io.tidemark.model;

/** Admission limits that several programs share, so that none publishes what another leaves out. */
public final class AdmissionLimits {

  /** Op kinds of one memory of a run; all further ones share {@link Op#OTHER}. */
  public static final int MOST_OPS = 200;

  /** Devices of one run; further ones have no figures and are counted. */
  public static final int MOST_DEVICES = 64;

  /** Characters of a label value; a longer one is cut and ends in a hash. */
  public static final int MOST_LABEL_CHARS = 128;

  private AdmissionLimits() {}
}
