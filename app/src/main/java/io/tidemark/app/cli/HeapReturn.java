package io.tidemark.app.cli;

/**
 * Gives back the memory that a start or a burst took, asked once a second: only a whole collection
 * makes the heap smaller, and at rest none would come.
 */
final class HeapReturn implements Runnable {

  private static final int FIRST_SECONDS = 30;
  private static final int EVERY_SECONDS = 600;

  private int seconds;

  @Override
  public void run() {
    if (seconds++ % EVERY_SECONDS == FIRST_SECONDS) {
      System.gc();
    }
  }
}
