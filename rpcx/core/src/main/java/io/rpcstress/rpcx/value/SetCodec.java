package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.ChronoLocalDateTime;
import java.time.chrono.ChronoZonedDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/** Sets: as lists; of equal elements the first one stays, in the order of the wire. */
final class SetCodec extends ListCodec {
  SetCodec(ValueCodec element) {
    super("set<", element, 1);
  }

  @Override
  Collection<Object> empty() {
    return new LinkedHashSet<>();
  }

  /** A peer could choose many elements of one hash code. */
  @Override
  HashCodes hashCodes() {
    return new HashCodes();
  }

  /**
   * Counts elements by their hash codes: the JDK's sets and maps look at each of one hash code,
   * unless their class has an order that the JDK knows. Not thread-safe.
   */
  static final class HashCodes {
    private static final int MAX_OF_ONE = 64;

    private final Map<Integer, Integer> counts = new HashMap<>();

    /**
     * Counts an element.
     *
     * @throws MalformedFrameException if too many have its hash code
     */
    void add(Object element) {
      if (element instanceof Comparable<?> && !comparesWithOtherClasses(element)) {
        return;
      }
      if (counts.merge(element.hashCode(), 1, Integer::sum) > MAX_OF_ONE) {
        throw new MalformedFrameException("more than " + MAX_OF_ONE + " elements of one hash code");
      }
    }

    /** Dates and times implement Comparable of an interface: HashMap uses no such order. */
    private static boolean comparesWithOtherClasses(Object element) {
      return element instanceof ChronoLocalDate
          || element instanceof ChronoLocalDateTime<?>
          || element instanceof ChronoZonedDateTime<?>;
    }
  }
}
