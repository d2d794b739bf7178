package io.tidemark.ingest.find;

import org.slf4j.Logger;

/** Warnings of one kind that come together: the first ones each, the others by their number. */
public final class ManyWarnings {

  private static final int MOST_LOGGED = 10;

  private final Logger log;
  private final String others;
  private int count;

  /**
   * @param others continues "N more ..."
   */
  public ManyWarnings(Logger log, String others) {
    this.log = log;
    this.others = others;
  }

  /** Logs the warning if it is one of the first. */
  public void warn(String line) {
    if (++count <= MOST_LOGGED) {
      log.warn("{}", line);
    }
  }

  /** Logs how many further ones there were. */
  public void end() {
    if (count > MOST_LOGGED) {
      log.warn("{} more {}", count - MOST_LOGGED, others);
    }
  }
}
