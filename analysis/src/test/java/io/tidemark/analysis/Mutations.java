package io.tidemark.analysis;

import java.util.Arrays;
import java.util.Random;

/** Damages lines: cuts, joins with another line, flipped bits, and inserted bytes of all kinds. */
public final class Mutations {

  private Mutations() {}

  /** Returns {@code line} with one defect, maybe with a piece of {@code other} inserted. */
  public static byte[] of(byte[] line, byte[] other, Random random) {
    if (line.length == 0) {
      return other;
    }
    int at = random.nextInt(line.length);
    return switch (random.nextInt(8)) {
      case 0 -> Arrays.copyOf(line, at);
      case 1 -> Arrays.copyOfRange(line, at, line.length);
      case 2 ->
          spliced(line, at, Arrays.copyOfRange(other, random.nextInt(other.length), other.length));
      case 3 -> with(line, at, (byte) (line[at] ^ 1 << random.nextInt(8)));
      case 4 -> with(line, at, (byte) 0);
      case 5 -> with(line, at, (byte) '\r');
      case 6 -> with(line, at, (byte) (0x80 | random.nextInt(0x80)));
      default -> spliced(line, at, new byte[] {0x1b, '[', '3', '1', 'm'});
    };
  }

  private static byte[] with(byte[] line, int at, byte b) {
    byte[] copy = line.clone();
    copy[at] = b;
    return copy;
  }

  private static byte[] spliced(byte[] line, int at, byte[] piece) {
    byte[] whole = Arrays.copyOf(line, at + piece.length);
    System.arraycopy(piece, 0, whole, at, piece.length);
    return whole;
  }
}
