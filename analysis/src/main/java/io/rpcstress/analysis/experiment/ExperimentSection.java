package io.rpcstress.analysis.experiment;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;

/** One published experiment as a section of the report; without state. */
public abstract class ExperimentSection {

  private final Words words;

  /**
   * A section.
   *
   * @param id one word: the experiment's name, the section's anchor, and the start of its tables'
   *     ids
   */
  ExperimentSection(String id) {
    this(words(id));
  }

  ExperimentSection(Words words) {
    this.words = words;
  }

  static Words words(String id) {
    return Words.of(ExperimentSection.class, id);
  }

  /** Of a table of outcomes that are judged together. */
  static Words judged(String id) {
    return words(id).with("level", text("%.0f", 100 * Holm.LEVEL));
  }

  final Words words() {
    return words;
  }

  public final String id() {
    return words.id();
  }

  public final String title() {
    return words.title();
  }

  /** Sentences below the title: the source, and what the tables come to. */
  public List<String> notes(SweepData data) {
    return words.notes();
  }

  abstract boolean isIn(SweepData data);

  /** Its tables, in the order of the page, of a sweep in which it is. */
  public abstract List<Table> tables(SweepData data);

  /** The group of figures that stand in it; empty for none. */
  public String figures() {
    return "";
  }
}
