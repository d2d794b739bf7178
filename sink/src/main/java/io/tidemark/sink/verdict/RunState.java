package io.tidemark.sink.verdict;

import java.util.Locale;

/** Where a run stands. */
public enum RunState {
  /** The analysis is clearly behind what the file holds. */
  READING("reading"),
  /** New figures come. */
  LIVE("live"),
  /** It has not ended, and no new figure has come for a minute or longer. */
  IDLE("idle"),
  ENDED("ended"),
  /** An allocation failed; the strongest state. */
  OUT_OF_MEMORY("out of memory"),
  /** It has plans, and the size of no memory of theirs is known. */
  CAPACITY_UNKNOWN("capacity unknown (give --device-memory)"),
  /** No line of a known format was found. */
  NOTHING_RECOGNISED("nothing recognised");

  private final String words;

  RunState(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** The value of the label {@code state}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
