package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.experiment.Orderings.Ordering;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A publication's numbers, ours, and what becomes of its orderings, as tables. */
final class PublishedTables {

  private static final String MISSING = "not measured here";

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
          Heading.marked(published.quantities().get(i) + ", " + published.unit()),
          each -> Entry.orWord(each.values().get(at), 2, Paper.NOT_PUBLISHED));
    }
    return columns
        .add("confidence", each -> published.confidence())
        .table(
            id + "-published",
            "Published " + published.quantity() + " (" + published.source() + ")",
            published.technologies(),
            "Confidence: A read in the primary source, B quoted by others from it, C inferred. One"
                + " run each: the publication gives no spread.");
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
              Heading.marked(quantity + ", " + published.unit()),
              m ->
                  number(
                      mean(m, quantity, columns).map(each -> each.interval().value()),
                      "not recorded"))
          .add(
              Heading.range("95 % interval", quantity + ", " + published.unit()),
              m -> interval(mean(m, quantity, columns)));
    }
    return columns
        .add("caveat", Measured::caveat)
        .table(
            id + "-here",
            "The same, measured here",
            measured,
            "Means over processes (over server starts where the rows name several), with their t"
                + " interval; none of one process. A quantity that the files do not have is “not"
                + " recorded”.");
  }

  private static Optional<Estimate> mean(
      Measured measured, String quantity, Columns<Measured> columns) {
    return Optional.ofNullable(measured.samples().get(quantity))
        .map(sample -> sample.mean(columns.names().hashCode()));
  }

  private static Table orderings(String id, Published published, List<Measured> measured) {
    Orderings found = Orderings.of(published, measured);
    return new Columns<Ordering>()
        .add("quantity", Ordering::quantity)
        .add("one", each -> each.one().published())
        .add("other", each -> each.other().published())
        .add("setup here", Ordering::setup)
        .add(Heading.marked("published ratio"), each -> ratio(each.published()))
        .addAll(CellText.ratio("ratio here"), each -> Optional.ofNullable(each.ratio()))
        .add("outcome", Ordering::outcome)
        .add(
            "published ratio inside the interval",
            each -> Optional.ofNullable(each.ratio()).map(r -> isInside(each.published(), r)))
        .table(
            id + "-orderings",
            "Published orderings, and what became of them here",
            found.all(),
            "A ratio is one number divided by the other. Confirmed: the interval lies on the published side of 1."
                + " Contradicted: on the other side. Too close to call: neither. The published ratio is"
                + " of one run each, without a spread.",
            String.format(
                Locale.ROOT,
                "%d outcomes of this table are judged together after Holm at %.0f %%, apart from the"
                    + " report's other verdicts; an interval is printed as it is for one.",
                found.family(),
                100 * Holm.LEVEL));
  }

  /** A published ratio as tables show it. */
  static Entry ratio(@Nullable Double published) {
    return number(Optional.ofNullable(published), Paper.NOT_PUBLISHED);
  }

  /**
   * Whether a published ratio lies in the interval of the one here; empty where either is not
   * known.
   */
  static Object isInside(@Nullable Double published, Estimate here) {
    return published == null || !here.interval().isKnown() ? "" : here.interval().spans(published);
  }

  /** One sentence on the first quantity that has an outcome at all. */
  static String summary(Published published, List<Measured> measured) {
    Orderings found = Orderings.of(published, measured);
    return String.format(
        Locale.ROOT,
        "Of the published orderings that could be compared here, by every quantity and setup: %d"
            + " confirmed, %d contradicted, %d too close to call; %d carry no verdict, and of %d"
            + " pairs a technology was %s.",
        found.count(Orderings.CONFIRMED),
        found.count(Orderings.CONTRADICTED),
        found.count(Orderings.TOO_CLOSE),
        found.all().stream().filter(o -> o.outcome().startsWith(Orderings.NO_VERDICT)).count(),
        found.all().stream().filter(o -> o.outcome().startsWith(MISSING)).count(),
        MISSING);
  }

  /** How an ordering says that a side was not measured. */
  static String missing(Published.Technology technology) {
    return MISSING + ": " + technology.here();
  }

  /** A number, or a word where there is none. */
  static Entry number(Optional<Double> value, String word) {
    return value.map(PublishedTables::number).map(Entry::of).orElse(Entry.word(word));
  }

  /** Empty where it is none. */
  static Object number(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).setScale(Math.abs(value) >= 1_000 ? 0 : 3, RoundingMode.HALF_UP)
        : "";
  }

  static Entry interval(Optional<Estimate> estimate) {
    return estimate
        .map(Estimate::interval)
        .filter(Interval::isKnown)
        .map(found -> Entry.both(number(found.low()), number(found.high())))
        .orElse(Entry.EMPTY);
  }
}
