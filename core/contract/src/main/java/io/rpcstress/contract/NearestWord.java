package io.rpcstress.contract;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a person probably meant: picocli's own suggestions miss swapped letters. */
public final class NearestWord {

  /** Further away than this share of its letters, a word is no likely slip of another. */
  private static final int LETTERS_PER_SLIP = 2;

  private NearestWord() {}

  /** The valid word that is the fewest edits away, unless all are far. */
  public static Optional<String> to(String word, Collection<String> valid) {
    return valid.stream()
        .min(Comparator.comparingInt(v -> distance(word, v)))
        .filter(v -> distance(word, v) <= Math.max(1, v.length() / LETTERS_PER_SLIP));
  }

  /** Insertions, deletions, substitutions and swaps of neighbours that lead from one to another. */
  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      d[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      d[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
