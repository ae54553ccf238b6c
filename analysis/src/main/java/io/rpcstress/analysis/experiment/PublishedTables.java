package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.experiment.Outcomes.Outcome;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.statistics.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A publication's numbers, ours, and what becomes of its orderings, as tables. */
final class PublishedTables {

  private static final String MISSING = "not measured here";
  private static final String HERE = "measured here, mean over processes";

  private PublishedTables() {}

  static List<Table> of(String id, Published published, List<Measured> measured) {
    return List.of(
        numbers(id, published), here(id, published, measured), orderings(id, published, measured));
  }

  private static Table numbers(String id, Published published) {
    Columns<Published.Technology> columns =
        new Columns<Published.Technology>()
            .add("technology", Published.Technology::published)
            .add("here", Published.Technology::here);
    for (int i = 0; i < published.quantities().size(); i++) {
      int at = i;
      columns.add(
          Heading.marked(published.quantities().get(i) + ", " + published.unit())
              .meaning("as published"),
          each -> Entry.orWord(each.values().get(at), 2, Paper.NOT_PUBLISHED));
    }
    return columns
        .add("confidence", each -> published.confidence())
        .table(
            ExperimentSection.words("published-numbers")
                .as(id + "-published")
                .with("quantity", published.quantity())
                .with("source", published.source()),
            published.technologies());
  }

  private static Table here(String id, Published published, List<Measured> measured) {
    Columns<Measured> columns =
        new Columns<Measured>()
            .add("technology", Measured::technology)
            .add("setup", Measured::setup)
            .add(
                "processes",
                m -> m.samples().values().stream().mapToInt(Sample::size).max().orElse(0));
    for (String quantity : published.quantities()) {
      columns
          .add(
              Heading.marked(quantity + ", " + published.unit()).meaning(HERE),
              m -> number(mean(m, quantity, columns).value(), "not recorded"))
          .add(
              Heading.range("95 % interval", quantity + ", " + published.unit()).meaning(HERE),
              m -> interval(mean(m, quantity, columns)));
    }
    return columns
        .add("caveat", Measured::caveat)
        .table(ExperimentSection.words("published-here").as(id + "-here"), measured);
  }

  private static Estimate mean(Measured measured, String quantity, Columns<Measured> columns) {
    Sample sample = measured.samples().get(quantity);
    return sample == null ? Estimate.NOTHING : sample.mean(columns.names().hashCode());
  }

  private static Table orderings(String id, Published published, List<Measured> measured) {
    Outcomes<Pairing> found = Pairing.outcomes(published, measured);
    return new Columns<Outcome<Pairing>>()
        .add("quantity", each -> each.of().quantity())
        .add("one", each -> each.of().one().published())
        .add("other", each -> each.of().other().published())
        .add("setup here", each -> each.of().setup())
        .add(Heading.marked("published ratio"), each -> ratio(each.published()))
        .addAll(CellText.ratio("ratio here"), Outcome::here)
        .add("outcome", Outcome::words)
        .add("published ratio inside the interval", each -> isInside(each.published(), each.here()))
        .table(
            ExperimentSection.judged("published-orderings")
                .as(id + "-orderings")
                .with("family", found.family()),
            found.all());
  }

  static Entry ratio(double published) {
    return number(published, Paper.NOT_PUBLISHED);
  }

  /**
   * Whether a published ratio lies in the interval of the one here; empty where either is not
   * known.
   */
  static Object isInside(double published, Estimate here) {
    boolean isKnown = here.interval().isKnown() && !Double.isNaN(published);
    return isKnown ? here.interval().spans(published) : "";
  }

  /** One sentence on the first quantity that has an outcome at all. */
  static String summary(Published published, List<Measured> measured) {
    Outcomes<Pairing> found = Pairing.outcomes(published, measured);
    String outcomes =
        Stream.of(
                counted(found, Outcomes.CONFIRMED, "%d confirmed"),
                counted(found, Outcomes.CONTRADICTED, "%d contradicted"),
                counted(found, Outcomes.TOO_CLOSE, "%d too close to call"),
                counted(found, Outcomes.NO_VERDICT, "%d without a verdict"),
                counted(found, MISSING, "%d with a technology that was " + MISSING))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return "Of the published orderings, by every quantity and setup: " + outcomes + ".";
  }

  private static String counted(Outcomes<Pairing> found, String outcome, String words) {
    long n = found.count(outcome);
    return n == 0 ? "" : String.format(Locale.ROOT, words, n);
  }

  /** How an ordering says that a side was not measured. */
  static String missing(Published.Technology technology) {
    return MISSING + ": " + technology.here();
  }

  /** A number, or a word where there is none. */
  static Entry number(double value, String word) {
    return Double.isNaN(value) ? Entry.word(word) : Entry.of(number(value));
  }

  /** Empty where it is none. */
  static Object number(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).setScale(Math.abs(value) >= 1_000 ? 0 : 3, RoundingMode.HALF_UP)
        : "";
  }

  static Entry interval(Estimate estimate) {
    Interval found = estimate.interval();
    return found.isKnown() ? Entry.both(number(found.low()), number(found.high())) : Entry.EMPTY;
  }
}
