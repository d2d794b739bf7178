package io.tidemark.analysis.line;

/**
 * Fast reader of the most frequent lines of a log. It matches them byte for byte as the runtime
 * prints them, without searching for line ends or needles. All other lines go to {@link
 * LineFormat#parse}, which gives the same result for these. Confined to one scan.
 */
public interface FrequentLines {

  /** Reader of a format without such lines. */
  FrequentLines NONE =
      new FrequentLines() {
        @Override
        public int read(byte[] bytes, int start, int to) {
          return -1;
        }

        @Override
        public Fact fact() {
          throw new IllegalStateException("no line was read");
        }
      };

  /**
   * Reads the line that begins at {@code start}.
   *
   * @return position of its line feed in {@code bytes[start, to)}; −1 for another kind of line or a
   *     missing line end
   */
  int read(byte[] bytes, int start, int to);

  /** The fact of the line that was read last. */
  Fact fact();

  /** Learns from a line that the general parser read, since the next one may be alike. */
  default void learn(Parsed parsed) {}
}
