package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.measure.record.SweepRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code sweep.json} says, as a database can keep it: names no longer than its columns. */
final class SweepJson {

  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_KEY = 200;

  private SweepJson() {}

  /**
   * Reads the text.
   *
   * @param name the folder's
   * @param fallback key of a sweep whose file gives none
   */
  static Sweep parse(String text, String name, String fallback) {
    SweepRecord read = SweepRecord.parse(text);
    List<Fact> facts =
        read.facts().stream()
            .map(
                fact ->
                    new Fact(
                        shortened(fact.section(), LONGEST_NAME),
                        shortened(fact.name(), LONGEST_NAME),
                        fact.value()))
            .toList();
    String id = read.id();
    return new Sweep(
        id == null || id.isBlank() ? fallback : shortened(id, LONGEST_KEY),
        name,
        shortened(read.experiment()),
        shortened(read.gitCommit()),
        read.start(),
        read.end(),
        facts);
  }

  private static @Nullable String shortened(@Nullable String text) {
    return text == null ? null : shortened(text, LONGEST_NAME);
  }

  private static String shortened(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }
}
