package io.tidemark.sink.verdict;

import java.util.Comparator;

/**
 * Orders names as people do: digits by their numeric value, so that {@code lmem#2} precedes {@code
 * lmem#10}.
 */
public final class NaturalOrder implements Comparator<String> {

  public static final NaturalOrder INSTANCE = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(String one, String other) {
    int i = 0;
    int j = 0;
    while (i < one.length() && j < other.length()) {
      int order;
      if (isDigit(one.charAt(i)) && isDigit(other.charAt(j))) {
        int iEnd = numberEnd(one, i);
        int jEnd = numberEnd(other, j);
        order = compareNumbers(one.substring(i, iEnd), other.substring(j, jEnd));
        i = iEnd;
        j = jEnd;
      } else {
        order = Character.compare(one.charAt(i++), other.charAt(j++));
      }
      if (order != 0) {
        return order;
      }
    }
    int rest = Integer.compare(one.length() - i, other.length() - j);
    // Names that differ only in leading zeros are different names.
    return rest == 0 ? one.compareTo(other) : rest;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int numberEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static int compareNumbers(String one, String other) {
    String a = withoutZeros(one);
    String b = withoutZeros(other);
    return a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length());
  }

  private static String withoutZeros(String digits) {
    int first = 0;
    while (first < digits.length() - 1 && digits.charAt(first) == '0') {
      first++;
    }
    return digits.substring(first);
  }
}
