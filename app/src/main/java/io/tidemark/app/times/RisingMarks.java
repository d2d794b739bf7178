package io.tidemark.app.times;

import java.util.Arrays;
import java.util.List;

/**
 * Selects the longest chain of dates that never falls. A wrong clock, or a buffer written late,
 * then affects only its own lines. If the highest date so far were kept, one date in the future
 * would drop all later lines.
 */
final class RisingMarks {

  private RisingMarks() {}

  static List<LogTimes.Mark> of(List<LogTimes.Mark> marks) {
    int[] lastOfLength = new int[marks.size()];
    int[] before = new int[marks.size()];
    int longest = 0;
    for (int i = 0; i < before.length; i++) {
      int length = firstAbove(marks, lastOfLength, longest, marks.get(i).millis());
      before[i] = length == 0 ? -1 : lastOfLength[length - 1];
      lastOfLength[length] = i;
      longest = Math.max(longest, length + 1);
    }
    LogTimes.Mark[] chain = new LogTimes.Mark[longest];
    for (int i = longest == 0 ? -1 : lastOfLength[longest - 1], n = longest;
        i >= 0;
        i = before[i]) {
      chain[--n] = marks.get(i);
    }
    return Arrays.asList(chain);
  }

  /**
   * The shortest chain whose last date is above {@code millis}; {@code longest} if there is none.
   */
  private static int firstAbove(
      List<LogTimes.Mark> marks, int[] lastOfLength, int longest, long millis) {
    int low = 0;
    int high = longest;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (marks.get(lastOfLength[middle]).millis() > millis) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
