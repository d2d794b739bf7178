package io.tidemark.ingest.find;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warnings of one kind that come together: the first ones each, the others by their number. */
public final class ManyWarnings {

  private static final Logger LOG = LoggerFactory.getLogger(ManyWarnings.class);
  private static final int MOST_LOGGED = 10;

  private final String others;
  private int count;

  /**
   * Begins without a warning.
   *
   * @param others continues "N more ..."
   */
  public ManyWarnings(String others) {
    this.others = others;
  }

  /** Logs the warning if it is one of the first. */
  public void warn(String line) {
    if (++count <= MOST_LOGGED) {
      LOG.warn("{}", line);
    }
  }

  /** Logs how many further ones there were. */
  public void end() {
    if (count > MOST_LOGGED) {
      LOG.warn("{} more {}", count - MOST_LOGGED, others);
    }
  }
}
