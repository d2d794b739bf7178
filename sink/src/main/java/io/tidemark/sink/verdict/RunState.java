package io.tidemark.sink.verdict;

import java.util.Locale;

public enum RunState {
  /** The analysis is clearly behind the content of the file. */
  READING("reading"),
  /** New figures are coming. */
  LIVE("live"),
  /** The run has not ended, and no new figure has come for at least a minute. */
  IDLE("no news"),
  /** New figures are coming, and an alert says that the memory is nearly full, or soon will be. */
  FILLING_UP("filling up"),
  /** The run has ended, or its log was read to its end. */
  ENDED("done"),
  /** The run has plans or a training, and the memory holds them. */
  FITS("fits"),
  /** A plan or a training needs more than the memory has. */
  WILL_NOT_FIT("does not fit"),
  /** An allocation failed; the strongest state. */
  OUT_OF_MEMORY("out of memory"),
  /** The process was killed, by the kernel or by one whom the log does not name. */
  KILLED("killed"),
  /** An allocation was refused; the run goes on, or went on to its end. */
  ALLOCATION_REFUSED("allocation refused"),
  /** An error of Tidemark ended the run; its figures are those published before. */
  ANALYSIS_FAILED("analysis failed"),
  /** A version that cannot read its stored state ended the run; the next lines are another run. */
  BEGUN_ANEW("begun anew after an upgrade"),
  /** The run has plans, but the sizes of all their memories are unknown. */
  CAPACITY_UNKNOWN("planned"),
  /** The log has no line of a known format. */
  NOTHING_RECOGNISED("nothing recognised");

  private final String words;

  RunState(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** How bad it is for the run; 0 if nothing is wrong. */
  public int trouble() {
    return switch (this) {
      case OUT_OF_MEMORY, KILLED -> 3;
      case WILL_NOT_FIT -> 2;
      case ALLOCATION_REFUSED -> 1;
      default -> 0;
    };
  }

  /** Whether the run came to a bad end, as far as its log says. */
  public boolean isFailed() {
    return this == OUT_OF_MEMORY || this == KILLED || this == ANALYSIS_FAILED;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
