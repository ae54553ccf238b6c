package io.rpcstress.analysis.experiment;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One published experiment as a section of the report. Immutable.
 *
 * @param words title and sentences, of the experiment's name: that is the section's anchor, and the
 *     start of its tables' ids
 * @param isIn whether it is in a sweep
 * @param filled those words with what its tables come to
 * @param tables in the order of the page, of a sweep in which it is
 * @param figures the group of figures that stand in it; empty for none
 */
public record ExperimentSection(
    Words words,
    Predicate<SweepData> isIn,
    BiFunction<Words, SweepData, Words> filled,
    Function<SweepData, List<Table>> tables,
    String figures) {

  static ExperimentSection of(
      String id, Predicate<SweepData> isIn, Function<SweepData, List<Table>> tables) {
    return new ExperimentSection(words(id), isIn, (words, data) -> words, tables, "");
  }

  /** On a publication, whose own conditions are its last table. */
  static ExperimentSection of(
      String id,
      Published published,
      Predicate<SweepData> isIn,
      Function<SweepData, List<Table>> tables) {
    Table conditions = published.conditions(id);
    return new ExperimentSection(
        words(id).with("source", published.source()),
        isIn,
        (words, data) -> words,
        data -> Stream.concat(tables.apply(data).stream(), Stream.of(conditions)).toList(),
        "");
  }

  ExperimentSection filled(BiFunction<Words, SweepData, Words> with) {
    return new ExperimentSection(words, isIn, with, tables, figures);
  }

  ExperimentSection withFigures(String group) {
    return new ExperimentSection(words, isIn, filled, tables, group);
  }

  static Words words(String id) {
    return Words.of(ExperimentSection.class, id);
  }

  /** Of a table of outcomes that are judged together. */
  static Words judged(String id) {
    return words(id).with("level", text("%.0f", 100 * Holm.LEVEL));
  }

  /** Sentences below the title: the source, and what the tables come to. */
  public List<String> notes(SweepData data) {
    return filled.apply(words, data).notes();
  }

  public List<Table> tables(SweepData data) {
    return tables.apply(data);
  }
}
