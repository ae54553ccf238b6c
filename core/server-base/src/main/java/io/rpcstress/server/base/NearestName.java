package io.rpcstress.server.base;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds what a person probably meant: picocli's own suggestions miss swapped letters. */
final class NearestName {
  private NearestName() {}

  /** The candidate with the fewest edits, null where more than half of the word would change. */
  static @Nullable String to(String word, Collection<String> candidates) {
    String nearest = null;
    int fewest = word.length() / 2 + 1;
    for (String candidate : candidates) {
      int edits = edits(word, candidate);
      if (edits < fewest) {
        fewest = edits;
        nearest = candidate;
      }
    }
    return nearest;
  }

  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
