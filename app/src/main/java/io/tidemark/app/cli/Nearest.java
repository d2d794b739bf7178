package io.tidemark.app.cli;

import io.tidemark.model.TextResource;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The known word that a mistyped one was meant to be. */
final class Nearest {

  private static final int MOST_MISTAKES = 2;

  private Nearest() {}

  /** The nearest word with fewer mistakes than right characters; empty without one. */
  static Optional<String> of(String word, Collection<String> known) {
    return known.stream()
        .filter(name -> mistakes(word, name) <= Math.min(MOST_MISTAKES, word.length() / 2))
        .min(Comparator.comparingInt(name -> mistakes(word, name)));
  }

  /** The command for a purpose that other programs have this word for; empty without one. */
  static Optional<String> byPurpose(String word) {
    return TextResource.lines(Nearest.class, "purposes.txt")
        .map(line -> Arrays.asList(line.split(" ")))
        .filter(words -> words.contains(word))
        .map(words -> words.get(0))
        .findFirst();
  }

  /** Characters that are wrong, missing, too many, or exchanged with the next one. */
  static int mistakes(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int wrong = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        cost[i][j] =
            Math.min(cost[i - 1][j - 1] + wrong, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
