package io.tidemark.analysis.line;

import org.jspecify.annotations.Nullable;

/** The frequent lines of all formats, selected by a line's first byte. Confined to one scan. */
final class FrequentFormats implements FrequentLines {

  private final LineFormat[] formats;

  /** By first byte: a bit for the format with frequent lines that begin with it. */
  private final int[] byFirst;

  private final int asked;

  /** Readers by format, created on first use. */
  private final @Nullable FrequentLines[] lines;

  /** Reader of the format that the current line may have. */
  private FrequentLines likely = NONE;

  /**
   * Creates the readers of one scan.
   *
   * @param byFirst by first byte: a bit for the format with frequent lines that begin with it
   * @param asked a bit for each format to try
   */
  FrequentFormats(LineFormat[] formats, int[] byFirst, int asked) {
    this.formats = formats;
    this.byFirst = byFirst;
    this.asked = asked;
    this.lines = new FrequentLines[formats.length];
  }

  @Override
  public int read(byte[] bytes, int start, int to) {
    int owner = byFirst[bytes[start] & 0xff] & asked;
    if (owner == 0) {
      likely = NONE;
      return -1;
    }
    likely = lines(Integer.numberOfTrailingZeros(owner));
    return likely.read(bytes, start, to);
  }

  private FrequentLines lines(int format) {
    FrequentLines known = lines[format];
    if (known == null) {
      known = formats[format].frequentLines();
      lines[format] = known;
    }
    return known;
  }

  @Override
  public Fact fact() {
    return likely.fact();
  }

  @Override
  public void learn(Parsed parsed) {
    likely.learn(parsed);
  }
}
