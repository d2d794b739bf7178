package io.tidemark.analysis.line;

import java.nio.charset.StandardCharsets;

/**
 * The syntax of one wrapper, with one sign for each part:
 *
 * <pre>
 *   #   digits, not followed by a digit                 %L  CRI's tag: P of a part, F of the last
 *   %N  a name: no blank, bracket, colon or bar         %P  a name, maybe with its [pid]
 *   %C  a lower-case name, as of Docker Compose         %D  2026-11-22T05:54:09.123456789Z, any zone
 *   %S  like %D up to microseconds, as in syslog        ~   blanks, or none
 *   %M  Nov 22 05:54:09                                 %T  2026-11-22 05:54:09.123
 *   %B  |███   | 3/60 [00:01<00:22, 2.5it/s]            %G  GitLab's stream: 00O, or 01E+
 *   %H  a host that ends with a number: node-7.lan      %W  a pod: train-0, train-7d4b9-x2x9z
 *   %K  {label="value", …}                              %X  data of RFC 5424: - or [id key="value"]
 *   ^   nothing, if the date before is not the one of the line's own logger, with | or - behind it
 *   &amp;   nothing, if a date, a bracket, a level or a word with a colon begins the text
 *   %%, %#, and any other sign: the byte itself
 * </pre>
 */
final class WrapperTemplate {

  /** Added to a sign that is not a byte of the text. */
  private static final char SIGN = 0x100;

  private static final char TAG = SIGN + 'L';

  private final char[] signs;
  private final Mark mark;

  WrapperTemplate(String signs, Mark mark) {
    this.signs = compiled(signs);
    this.mark = mark;
  }

  private static char[] compiled(String text) {
    StringBuilder signs = new StringBuilder();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      boolean escaped = bytes[i] == '%';
      i += escaped ? 1 : 0;
      boolean sign = escaped ? Bytes.isWord(bytes[i]) : "#~^&".indexOf(bytes[i]) >= 0;
      signs.append((char) ((bytes[i] & 0xff) + (sign ? SIGN : 0)));
    }
    return signs.toString().toCharArray();
  }

  Mark mark() {
    return mark;
  }

  /** Whether its first sign is one of these. */
  boolean beginsWith(String letters) {
    return signs[0] > SIGN && letters.indexOf(signs[0] - SIGN) >= 0;
  }

  boolean mayBegin(byte first) {
    char sign = signs[0];
    return sign < SIGN
        ? sign == (first & 0xff)
        : switch (sign - SIGN) {
          case 'M' -> "JFMASOND".indexOf(first) >= 0;
          case 'C', 'W', 'H' -> WrapperSigns.isSmall(first);
          case '~' -> first == ' ' || Bytes.isDigit(first);
          default -> Bytes.isDigit(first);
        };
  }

  /** Returns its end if it stands at {@code from}, else −1. */
  int end(byte[] bytes, int from, int end) {
    int at = from;
    for (char sign : signs) {
      int past = past(sign, bytes, at, end);
      // Programs may also colour the text before a line. After the tag of a part everything is
      // text.
      at = past < 0 || sign == TAG ? past : Bytes.skipColours(bytes, past, end);
      if (at < 0) {
        return -1;
      }
    }
    return at;
  }

  private int past(char sign, byte[] bytes, int at, int end) {
    if (sign < SIGN) {
      return at < end && (bytes[at] & 0xff) == sign ? at + 1 : -1;
    }
    return switch (sign - SIGN) {
      case '#' -> WrapperSigns.digits(bytes, at, end);
      case 'L' -> WrapperSigns.tag(bytes, at, end);
      case 'N' -> WrapperSigns.name(bytes, at, end);
      case 'B' -> WrapperSigns.bar(bytes, at, end);
      case 'P' -> WrapperSigns.program(bytes, at, end);
      case 'C' -> WrapperSigns.service(bytes, at, end);
      case 'H' -> WrapperSigns.host(bytes, at, end);
      case 'W' -> WrapperSigns.pod(bytes, at, end);
      case 'D' -> WrapperSigns.date(bytes, at, end);
      case 'S' ->
          WrapperSigns.isNanoseconds(bytes, at, end) ? -1 : WrapperSigns.date(bytes, at, end);
      case 'T' -> WrapperSigns.plainDate(bytes, at, end);
      case 'M' -> WrapperSigns.monthAndClock(bytes, at, end);
      case 'G' -> WrapperSigns.stream(bytes, at, end);
      case 'K' -> WrapperSigns.labels(bytes, at, end);
      case 'X' -> WrapperSigns.data(bytes, at, end);
      case '~' ->
          WrapperSigns.blanks(
              bytes,
              at,
              end,
              signs[0] == sign ? WrapperSigns.MOST_PADDING : WrapperSigns.MOST_BLANKS);
      case '^' -> WrapperSigns.isOwnDate(bytes, at, end) ? -1 : at;
      default -> WrapperSigns.begins(bytes, at, end) ? at : -1;
    };
  }
}
