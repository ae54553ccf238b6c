package io.rpcstress.analysis.database;

import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RequestMode;
import java.sql.Types;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.argument.ArgumentFactory;
import org.jdbi.v3.core.argument.NullArgument;
import org.jdbi.v3.core.config.Configurable;
import org.jdbi.v3.core.generic.GenericType;
import org.jdbi.v3.core.mapper.ColumnMapper;

/**
 * How this project's types stand in a column: as the text that they have in files, so that all
 * databases hold the same bytes.
 */
final class ColumnTypes {

  /** Flags stand in one column, with spaces between. */
  private static final String BETWEEN_FLAGS = " ";

  private ColumnTypes() {}

  /** Makes them known; a handle that has them is used by one thread. */
  static void register(Configurable<?> jdbi) {
    both(jdbi, RequestMode.class, RequestMode::label, RequestMode::of);
    both(jdbi, ArrivalShape.class, ArrivalShape::label, ArrivalShape::of);
    both(jdbi, FailureCause.class, FailureCause::label, FailureCause::of);
    both(jdbi, Instant.class, Instant::toString, Instant::parse);
    both(jdbi, Dimensions.class, Dimensions::toString, once(ColumnTypes::dimensions));
    jdbi.registerColumnMapper(
        new GenericType<List<String>>() {}.getType(), text(once(ColumnTypes::flags)));
  }

  private static List<String> flags(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(BETWEEN_FLAGS, -1));
  }

  private static Dimensions dimensions(String text) {
    try {
      return Dimensions.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UnusableInputException(
          "the database has rows of '%s': %s; start it with the jar that declares it, or import the sweep again"
              .formatted(text, e.getMessage()),
          e);
    }
  }

  private static <T> void both(
      Configurable<?> jdbi, Class<T> type, Function<T, String> words, Function<String, T> parsed) {
    jdbi.registerArgument(argument(type, words));
    jdbi.registerColumnMapper(type, text(parsed));
  }

  private static <T> ArgumentFactory.Preparable argument(Class<T> type, Function<T, String> words) {
    Function<Object, Argument> made =
        value -> {
          if (value == null) {
            return new NullArgument(Types.VARCHAR);
          }
          String text = words.apply(type.cast(value));
          return (position, statement, context) -> statement.setString(position, text);
        };
    return (asked, config) -> asked.equals(type) ? Optional.of(made) : Optional.empty();
  }

  private static <T> ColumnMapper<T> text(Function<String, T> parsed) {
    return (row, column, context) -> {
      String text = row.getString(column);
      return text == null ? null : parsed.apply(text);
    };
  }

  /** The same words come with every row: one object each is enough. */
  private static <T> Function<String, T> once(Function<String, T> parsed) {
    Map<String, T> known = new HashMap<>();
    return text -> known.computeIfAbsent(text, parsed);
  }
}
