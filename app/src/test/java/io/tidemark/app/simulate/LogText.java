package io.tidemark.app.simulate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Log lines as bytes, with their count. It grows, and holds only whole lines whenever a method
 * returns.
 */
final class LogText {

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[1 << 18];
  private int length;
  private int linesHeld;
  private long linesBefore;

  /** Text that is created once and used often. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Stock(byte[] bytes, int lines) {
    static Stock of(String text) {
      int lines = 0;
      for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        lines++;
      }
      return new Stock(text.getBytes(StandardCharsets.UTF_8), lines);
    }
  }

  /** Drops the held lines; the count continues. */
  void clear() {
    linesBefore += linesHeld;
    linesHeld = 0;
    length = 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  int linesHeld() {
    return linesHeld;
  }

  /** Number of lines since the start of the log, including those held. */
  long linesEver() {
    return linesBefore + linesHeld;
  }

  /** Index after the {@code lines}-th line end from {@code from} on. */
  int afterLines(int from, int lines) {
    int at = from;
    for (int left = lines; left > 0; at++) {
      if (bytes[at] == '\n') {
        left--;
      }
    }
    return at;
  }

  LogText add(Stock stock) {
    room(stock.bytes.length);
    System.arraycopy(stock.bytes, 0, bytes, length, stock.bytes.length);
    length += stock.bytes.length;
    linesHeld += stock.lines;
    return this;
  }

  /** Appends a rare line; frequent ones are {@link Stock}. */
  LogText add(String text) {
    return add(Stock.of(text));
  }

  LogText line(String text) {
    return add(text).endLine();
  }

  LogText endLine() {
    room(1);
    bytes[length++] = '\n';
    linesHeld++;
    return this;
  }

  /** A non-negative decimal number. */
  LogText decimal(long number) {
    int digits = 1;
    for (long rest = number; rest > 9; rest /= 10) {
      digits++;
    }
    return padded(number, digits);
  }

  /** The last {@code digits} digits of a number, padded with zeros. */
  LogText padded(long number, int digits) {
    room(digits);
    long rest = number;
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return this;
  }

  /** {@code 0x} and eight hexadecimal digits. */
  LogText address(long number) {
    room(10);
    bytes[length++] = '0';
    bytes[length++] = 'x';
    for (int shift = 28; shift >= 0; shift -= 4) {
      bytes[length++] = HEX[(int) (number >> shift) & 15];
    }
    return this;
  }

  /**
   * A number of bytes in MiB, as C++ prints it with three decimals. C++ rounds the exact binary
   * value half to even, and the divisor is a power of two. So integer arithmetic is sufficient:
   * 65536 bytes are 0.0625 MiB and print as 0.062.
   */
  LogText mebibytes(long number) {
    long scaled = number * 1000;
    long thousandths = scaled >> 20;
    long rest = scaled & ((1 << 20) - 1);
    if (rest > 1 << 19 || (rest == 1 << 19 && (thousandths & 1) == 1)) {
      thousandths++;
    }
    decimal(thousandths / 1000);
    room(1);
    bytes[length++] = '.';
    return padded(thousandths % 1000, 3);
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
