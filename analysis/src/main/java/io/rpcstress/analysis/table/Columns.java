package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.statistics.Interval;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of a table, declared: each has a head, and what a row has there. */
public final class Columns<R> {

  /** What a row has in a column. */
  public interface Value<R> {

    /** Null, and an empty optional, is an empty cell. */
    @Nullable Object of(R row);
  }

  private static final String DETAILS = "[details] ";

  private final List<Heading> headings = new ArrayList<>();
  private final List<Function<R, List<Entry>>> cells = new ArrayList<>();

  /** A column of texts, whole numbers, or yes and no; of several texts with a blank between. */
  public Columns<R> add(String name, Value<R> value) {
    return add(Heading.of(name), row -> Entry.of(value.of(row)));
  }

  /** A column of numbers with as many decimals. */
  public Columns<R> add(String name, int decimals, Value<R> value) {
    return add(
        Heading.of(name).typed(decimals == 0 ? Column.Type.INTEGER : Column.Type.NUMBER),
        row -> Entry.of(value.of(row), decimals, ""));
  }

  /** A column of intervals with as many decimals, empty where they stand on too little. */
  public Columns<R> interval(String name, int decimals, Function<R, Interval> of) {
    return add(Heading.range(name), row -> Entry.interval(of.apply(row), decimals));
  }

  /** Two columns: a number, and its interval. */
  public Columns<R> estimate(String name, String interval, int decimals, Function<R, Estimate> of) {
    return add(name, decimals, row -> of.apply(row).value())
        .interval(interval, decimals, row -> of.apply(row).interval());
  }

  /** The same, and what the interval is over. */
  public Columns<R> ratio(String name, String interval, int decimals, Function<R, Estimate> of) {
    return estimate(name, interval, decimals, of).add("interval over", row -> of.apply(row).over());
  }

  public Columns<R> add(Heading heading, Function<R, Entry> entry) {
    headings.add(heading);
    cells.add(row -> List.of(entry.apply(row)));
    return this;
  }

  public <S> Columns<R> addAll(Columns<S> columns, Function<R, S> part) {
    headings.addAll(columns.headings);
    cells.add(row -> columns.row(part.apply(row)));
    return this;
  }

  /** Columns that stand only where a sweep has something in them. */
  public Columns<R> addIf(boolean stand, Consumer<Columns<R>> columns) {
    if (stand) {
      columns.accept(this);
    }
    return this;
  }

  /** Shows some of the columns on demand: never one that tells rows apart. */
  Columns<R> details(String... names) {
    List<String> some = List.of(names);
    List<String> unknown = some.stream().filter(each -> !names().contains(each)).toList();
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("no such columns: " + unknown);
    }
    headings.replaceAll(each -> some.contains(each.name()) ? each.detail() : each);
    return this;
  }

  public List<String> names() {
    return headings.stream().map(Heading::name).toList();
  }

  /** Under those words, whose note of details says which columns those are. */
  public Table table(Words words, Collection<? extends R> rows) {
    List<String> notes = new ArrayList<>();
    for (String note : words.notes()) {
      if (note.startsWith(DETAILS)) {
        details(note.substring(DETAILS.length()).split("; ", -1));
      } else if (!note.isEmpty()) {
        notes.add(note);
      }
    }
    List<List<Entry>> entries = new ArrayList<>();
    rows.forEach(row -> entries.add(row(row)));
    List<Heading> typed = new ArrayList<>();
    for (int i = 0; i < headings.size(); i++) {
      int at = i;
      typed.add(typed(headings.get(i), entries.stream().map(row -> row.get(at)).toList()));
    }
    return new Table(words.id(), words.title(), typed, entries, notes);
  }

  public List<Table> tableOfSome(Words words, Collection<? extends R> rows) {
    return rows.isEmpty() ? List.of() : List.of(table(words, rows));
  }

  private List<Entry> row(R row) {
    List<Entry> entries = new ArrayList<>();
    cells.forEach(each -> entries.addAll(each.apply(row)));
    return entries;
  }

  /** A column that was not said to be one of numbers is one where all that stands in it are. */
  private static Heading typed(Heading heading, List<Entry> column) {
    List<Object> known =
        column.stream().map(each -> each.value(0)).filter(each -> !each.equals("")).toList();
    if (heading.type() != Column.Type.STRING
        || known.isEmpty()
        || !known.stream().allMatch(Number.class::isInstance)) {
      return heading;
    }
    return heading.typed(
        known.stream().anyMatch(BigDecimal.class::isInstance)
            ? Column.Type.NUMBER
            : Column.Type.INTEGER);
  }
}
