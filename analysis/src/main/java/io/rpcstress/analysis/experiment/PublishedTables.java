package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.experiment.Orderings.Ordering;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A publication's numbers, ours, and what becomes of its orderings, as tables. */
final class PublishedTables {

  private static final String MISSING = "not measured here";

  private PublishedTables() {}

  static List<Table> of(String id, Published published, List<Measured> measured) {
    return List.of(
        numbers(id, published),
        here(id, published, measured),
        orderings(id, published, measured),
        PublishedFile.conditions(id, published.fixed(), published.notPublished()));
  }

  private static Table numbers(String id, Published published) {
    List<String> header = new ArrayList<>(List.of("technology", "here"));
    published.quantities().forEach(q -> header.add(q + ", " + published.unit()));
    header.add("confidence");
    List<List<String>> rows = new ArrayList<>();
    for (Published.Technology each : published.technologies()) {
      List<String> row = new ArrayList<>(List.of(each.published(), each.here()));
      each.values().forEach(v -> row.add(published(v)));
      row.add(published.confidence());
      rows.add(row);
    }
    return new Table(
        id + "-published",
        "Published " + published.quantity() + " (" + published.source() + ")",
        header,
        rows,
        List.of(
            "Confidence: A read in the primary source, B quoted by others from it, C inferred. One"
                + " run each: the publication gives no spread."));
  }

  private static String published(@Nullable Double value) {
    return value == null ? Paper.NOT_PUBLISHED : String.format(Locale.ROOT, "%.2f", value);
  }

  private static Table here(String id, Published published, List<Measured> measured) {
    List<String> header = new ArrayList<>(List.of("technology", "setup", "processes"));
    published
        .quantities()
        .forEach(
            q -> {
              header.add(q + ", " + published.unit());
              header.add("95 % interval");
            });
    header.add("caveat");
    List<List<String>> rows = new ArrayList<>();
    for (Measured each : measured) {
      List<String> row = new ArrayList<>(List.of(each.technology(), each.setup()));
      row.add(
          Integer.toString(
              each.samples().values().stream().mapToInt(Sample::size).max().orElse(0)));
      for (String quantity : published.quantities()) {
        Sample sample = each.samples().get(quantity);
        Interval mean = sample == null ? null : sample.mean(header.hashCode()).interval();
        row.add(mean == null ? "not recorded" : number(mean.value()));
        row.add(mean == null ? "" : interval(mean));
      }
      row.add(each.caveat());
      rows.add(row);
    }
    return new Table(
        id + "-here",
        "The same, measured here",
        header,
        rows,
        List.of(
            "Means over processes (over server starts where the rows name several), with their t"
                + " interval; none of one process. A quantity that the files do not have is “not"
                + " recorded”."));
  }

  private static Table orderings(String id, Published published, List<Measured> measured) {
    Orderings found = Orderings.of(published, measured);
    List<List<String>> rows = found.all().stream().map(PublishedTables::row).toList();
    return new Table(
        id + "-orderings",
        "Published orderings, and what became of them here",
        List.of(
            "quantity",
            "one",
            "other",
            "setup here",
            "published ratio",
            "ratio here",
            "95 % interval",
            "interval over",
            "outcome",
            "published ratio inside the interval"),
        rows,
        List.of(
            "A ratio is one number divided by the other. Confirmed: the interval lies on the published side of 1."
                + " Contradicted: on the other side. No difference shown: neither. The published ratio is"
                + " of one run each, without a spread.",
            String.format(
                Locale.ROOT,
                "%d outcomes of this table are judged together after Holm at %.0f %%, apart from the"
                    + " report's other verdicts; an interval is printed as it is for one.",
                found.family(),
                100 * Holm.LEVEL)));
  }

  private static List<String> row(Ordering each) {
    Estimate ratio = each.ratio();
    Interval interval = ratio == null ? null : ratio.interval();
    boolean known = interval != null && interval.isKnown();
    return List.of(
        each.quantity(),
        each.one().published(),
        each.other().published(),
        each.setup(),
        each.published() == null ? Paper.NOT_PUBLISHED : number(each.published()),
        interval == null ? "" : number(interval.value()),
        interval == null ? "" : interval(interval),
        ratio == null || !known ? "" : ratio.unit().label(),
        each.outcome(),
        interval == null || !known || each.published() == null
            ? ""
            : interval.spans(each.published()) ? "yes" : "no");
  }

  /** One sentence on the first quantity that has an outcome at all. */
  static String summary(Published published, List<Measured> measured) {
    Orderings found = Orderings.of(published, measured);
    return String.format(
        Locale.ROOT,
        "Of the published orderings that could be compared here, by every quantity and setup: %d"
            + " confirmed, %d contradicted, %d with no difference shown; %d carry no verdict, and of %d"
            + " pairs a technology was %s.",
        found.count(Orderings.CONFIRMED),
        found.count(Orderings.CONTRADICTED),
        found.count(Orderings.NO_DIFFERENCE),
        found.all().stream().filter(o -> o.outcome().startsWith(Orderings.NO_VERDICT)).count(),
        found.all().stream().filter(o -> o.outcome().startsWith(MISSING)).count(),
        MISSING);
  }

  /** How an ordering says that a side was not measured. */
  static String missing(Published.Technology technology) {
    return MISSING + ": " + technology.here();
  }

  static String number(double value) {
    return String.format(Locale.ROOT, Math.abs(value) >= 1_000 ? "%.0f" : "%.3f", value);
  }

  static String interval(Interval interval) {
    return interval.isKnown() ? number(interval.low()) + " to " + number(interval.high()) : "";
  }
}
