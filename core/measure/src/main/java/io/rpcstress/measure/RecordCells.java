package io.rpcstress.measure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A record as cells of a row, written and read by its components: each is a column of its name, or
 * of what its {@link Cell} says; one that is a record is the columns of its own. Times that a
 * component has in milliseconds ({@code gcMs}, {@code fromMillis}) are microseconds in a file
 * ({@code gcUs}), KiB ({@code rssKb}) are bytes. Immutable.
 */
final class RecordCells<T extends Record> {

  private static final String FLAG_SEPARATOR = " ";
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long BYTES_PER_KIB = 1_024;

  private final Class<T> type;
  private final Constructor<T> constructor;
  private final List<Part> parts = new ArrayList<>();

  /**
   * One component.
   *
   * @param factor of the file's unit in the component's
   * @param inner its own columns, where it is a record
   */
  private record Part(
      Method accessor,
      String column,
      Class<?> type,
      long factor,
      @Nullable RecordCells<?> inner,
      boolean optional) {}

  private RecordCells(Class<T> type, String prefix) {
    this.type = type;
    RecordComponent[] components = type.getRecordComponents();
    try {
      constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e); // every record has its canonical one
    }
    for (RecordComponent each : components) {
      parts.add(part(each, prefix));
    }
  }

  static <T extends Record> RecordCells<T> of(Class<T> type) {
    return new RecordCells<>(type, "");
  }

  private static Part part(RecordComponent component, String prefix) {
    Cell own = component.getAnnotation(Cell.class);
    String name = component.getName();
    String said = own == null ? "" : own.value();
    Class<?> type = component.getType();
    if (type.isRecord() && type != Point.class) {
      RecordCells<?> inner = new RecordCells<>(type.asSubclass(Record.class), said);
      boolean optional = own != null && own.optional();
      return new Part(component.getAccessor(), "", type, 1, inner, optional);
    }
    boolean isMillis = name.endsWith("Ms") || name.endsWith("Millis");
    boolean isKib = name.endsWith("Kb");
    String column =
        !said.isEmpty() ? said : name.replaceFirst("Ms$", "Us").replaceFirst("Kb$", "Bytes");
    String whole =
        prefix.isEmpty()
            ? column
            : prefix + column.substring(0, 1).toUpperCase(Locale.ROOT) + column.substring(1);
    long factor = isMillis ? MICROS_PER_MILLI : isKib ? BYTES_PER_KIB : 1;
    return new Part(component.getAccessor(), whole, type, factor, null, false);
  }

  /** Header and rows as text, with a line feed behind each. */
  String csv(List<Column> columns, List<T> rows) {
    return CsvRows.text(columns, rows.stream().map(this::cells).toList());
  }

  /** A record's cells, by column; an unknown value is empty. */
  Map<String, String> cells(T record) {
    Map<String, String> cells = new HashMap<>();
    write(record, cells);
    return cells;
  }

  private void write(Record record, Map<String, String> to) {
    for (Part each : parts) {
      Object value = value(each, record);
      if (value instanceof Point point) {
        PointCells.write(point, to);
      } else if (each.inner() == null) {
        to.put(each.column(), text(value, each.factor()));
      } else if (value instanceof Record inside) {
        each.inner().write(inside, to);
      }
    }
  }

  private static @Nullable Object value(Part part, Record of) {
    try {
      return part.accessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // a record's accessors are public, and fail never
    }
  }

  private static String text(@Nullable Object value, long factor) {
    if (value == null) {
      return "";
    }
    if (value instanceof Double number) {
      return factor == 1 ? CsvRows.decimal(number) : whole(number, factor);
    }
    if (value instanceof Long number) {
      return Long.toString(number * factor);
    }
    if (value instanceof SortedSet<?> words) {
      return String.join(FLAG_SEPARATOR, words.stream().map(String::valueOf).toList());
    }
    return value.toString();
  }

  private static String whole(double number, long factor) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException(number + " ms: a finite time expected");
    }
    return Long.toString(Math.round(number * factor));
  }

  /** A record from its cells; a column that is missing is unknown. */
  T read(Cells cells) {
    @Nullable Object[] values = new @Nullable Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      Part each = parts.get(i);
      values[i] =
          each.inner() == null
              ? value(each, cells)
              : each.optional() && cells.text(each.inner().parts.get(0).column()).isEmpty()
                  ? null
                  : each.inner().read(cells);
    }
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException own) {
        throw own;
      }
      throw new IllegalStateException(type.getSimpleName(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type.getSimpleName(), e);
    }
  }

  private static @Nullable Object value(Part part, Cells cells) {
    String column = part.column();
    Class<?> type = part.type();
    if (type == Point.class) {
      return PointCells.read(cells);
    }
    if (type == long.class) {
      return cells.need(column) / divisor(part, cells);
    }
    if (type == int.class) {
      return cells.count(column);
    }
    if (type == double.class) {
      return number(part, cells);
    }
    if (cells.text(column).isEmpty()) {
      return type == SortedSet.class ? new TreeSet<String>() : null;
    }
    if (type == Long.class) {
      return cells.need(column) / divisor(part, cells);
    }
    if (type == Integer.class) {
      return cells.count(column);
    }
    if (type == Double.class) {
      return number(part, cells);
    }
    if (type.isEnum()) {
      return constant(type, column, cells);
    }
    if (type == Instant.class) {
      return cells.instant(column);
    }
    if (type == SortedSet.class) {
      return new TreeSet<>(Arrays.asList(cells.text(column).split(FLAG_SEPARATOR, -1)));
    }
    return cells.text(column);
  }

  private static double number(Part part, Cells cells) {
    return part.factor() == 1
        ? cells.number(part.column())
        : cells.need(part.column()) / (double) part.factor();
  }

  private static Object constant(Class<?> type, String column, Cells cells) {
    Object[] constants = type.getEnumConstants();
    return Arrays.stream(constants)
        .filter(one -> one.toString().equals(cells.text(column)))
        .findFirst()
        .orElseThrow(
            () ->
                cells.bad(
                    column,
                    String.join(", ", Arrays.stream(constants).map(Object::toString).toList())));
  }

  /** A whole number of milliseconds cannot be kept of others. */
  private static long divisor(Part part, Cells cells) {
    if (part.factor() == MICROS_PER_MILLI && cells.need(part.column()) % part.factor() != 0) {
      throw cells.bad(part.column(), "whole milliseconds, in microseconds");
    }
    return part.factor();
  }

  /** How a record's component is named in a file, where that does not follow from its own name. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface Cell {

    /** The column; of a component that is a record, what stands before the names of its columns. */
    String value() default "";

    /** Whether a record is null where its first column is empty. */
    boolean optional() default false;
  }
}
