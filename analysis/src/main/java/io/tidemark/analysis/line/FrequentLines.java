package io.tidemark.analysis.line;

/**
 * Reads the lines that a busy log mostly consists of, byte for byte as its runtime prints them, and
 * so without a look for their ends or for what they are known by. Every other line is left to
 * {@link LineFormat#parse}, which says the same of these. Confined to one scan.
 */
public interface FrequentLines {

  /** Of a format without such lines. */
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
   * @return where its line feed in {@code bytes[start, to)} stands, −1 when it is another line or
   *     its end is not there
   */
  int read(byte[] bytes, int start, int to);

  /** What the line read last says. */
  Fact fact();

  /** Learns from a line that the format's general parser read: the next may be alike. */
  default void learn(Parsed parsed) {}
}
