package io.tidemark.analysis.line;

import org.jspecify.annotations.Nullable;

/**
 * The frequent lines of all formats: a line's first byte shows whose they may be. Confined to one
 * scan.
 */
final class FrequentFormats implements FrequentLines {

  private final LineFormat[] formats;

  /** By a line's first byte: a bit for each format with frequent lines that begin so. */
  private final int[] byFirst;

  private final int asked;

  /** By format, of those that had a line so far. */
  private final @Nullable FrequentLines[] lines;

  /** Of the format that the line looked at may be of. */
  private FrequentLines likely = NONE;

  /**
   * @param byFirst by a line's first byte: a bit for each format with frequent lines that begin so
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
