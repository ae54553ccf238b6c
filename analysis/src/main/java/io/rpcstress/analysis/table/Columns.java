package io.rpcstress.analysis.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table, declared: each has a name, and what a row has there.
 *
 * @param <R> what a row is of
 */
public final class Columns<R> {

  /**
   * What a row has in a column.
   *
   * @param <R> what a row is of
   */
  public interface Value<R> {

    /** Null, and an empty optional, is an empty cell. */
    @Nullable Object of(R row);
  }

  private final List<String> names = new ArrayList<>();
  private final List<Function<R, List<String>>> cells = new ArrayList<>();

  /** A column of texts, whole numbers, or yes and no; of several texts with a blank between. */
  public Columns<R> add(String name, Value<R> value) {
    names.add(name);
    cells.add(row -> List.of(text(known(value.of(row)))));
    return this;
  }

  /** A column of numbers with as many decimals; what is no number stands as it is. */
  public Columns<R> add(String name, int decimals, Value<R> value) {
    names.add(name);
    cells.add(row -> List.of(fixed(known(value.of(row)), decimals)));
    return this;
  }

  /** The columns of something that each row has. */
  public <S> Columns<R> addAll(Columns<S> columns, Function<R, S> part) {
    names.addAll(columns.names);
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

  /** Their names so far. */
  public List<String> names() {
    return List.copyOf(names);
  }

  /** The table of rows. */
  public Table table(String id, String title, Collection<? extends R> rows, String... notes) {
    return table(id, title, rows, Arrays.asList(notes));
  }

  /** The table of rows. */
  public Table table(String id, String title, Collection<? extends R> rows, List<String> notes) {
    List<List<String>> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(row(row)));
    return new Table(id, title, names, texts, notes);
  }

  /** The same where there are rows. */
  public List<Table> tableOfSome(
      String id, String title, Collection<? extends R> rows, String... notes) {
    return rows.isEmpty() ? List.of() : List.of(table(id, title, rows, notes));
  }

  private List<String> row(R row) {
    List<String> texts = new ArrayList<>();
    cells.forEach(each -> texts.addAll(each.apply(row)));
    return texts;
  }

  private static @Nullable Object known(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.orElse(null);
    }
    if (value instanceof OptionalDouble optional) {
      return optional.isPresent() ? (Double) optional.getAsDouble() : null;
    }
    return value;
  }

  private static String text(@Nullable Object value) {
    if (value instanceof Collection<?> several) {
      return several.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
    if (value instanceof Boolean yes) {
      return yes ? "yes" : "no";
    }
    return value == null ? "" : value.toString();
  }

  private static String fixed(@Nullable Object value, int decimals) {
    return value instanceof Number number
        ? Numbers.fixed(number.doubleValue(), decimals)
        : text(value);
  }
}
