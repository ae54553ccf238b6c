package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that one client has given to names and to the types of the parameters, in the order
 * 1, 2, 3. A number of names that no service publishes holds no more than which status they get,
 * and of types no more than whether they are the method's own. So what a client can make the server
 * keep is a reference and two bits a number. Confined to the connection's event loop.
 */
final class MethodNumbers {
  private static final int FIRST_ROOM = 8;

  private final MethodTable table;
  private final int max;
  private final BitSet unknownServices = new BitSet();
  private final BitSet rightTypes = new BitSet();
  private @Nullable PublishedMethod[] methods = {};
  private int count;

  /**
   * Makes an empty table of numbers.
   *
   * @param table what is published
   * @param max how many numbers the client may give
   */
  MethodNumbers(MethodTable table, int max) {
    this.table = table;
    this.max = max;
  }

  /**
   * The method that a request names or whose number it contains; null if it is not published. A
   * request with both gives the number to the names.
   *
   * @throws MalformedFrameException if the number is unknown, or cannot be given
   */
  @Nullable PublishedMethod find(Request request) {
    int number = request.number();
    if (number == 0) {
      return table.find(request);
    }
    if (request.named()) {
      PublishedMethod method = table.find(request);
      give(number, method, method != null && method.fits(request, false));
      unknownServices.set(number, method == null && !table.hasService(request));
      return method;
    }
    if (number < 0 || number > count) {
      throw new MalformedFrameException(
          "method_number " + Integer.toUnsignedString(number) + " without names: it has none yet");
    }
    return methods[number - 1];
  }

  /**
   * Whether the number of a request that {@link #find} has seen stands for the very types that its
   * method declares, so that parameters may be without.
   */
  boolean standsForTypes(Request request) {
    return !request.named() && rightTypes.get(request.number());
  }

  /** Whether the service is published that a request names, which {@link #find} has seen. */
  boolean hasService(Request request) {
    int number = request.number();
    return number == 0 ? table.hasService(request) : !unknownServices.get(number);
  }

  private void give(int number, @Nullable PublishedMethod method, boolean fits) {
    if (count >= max) {
      throw new MalformedFrameException("more than " + max + " method_numbers");
    }
    if (number != count + 1) {
      throw new MalformedFrameException(
          "names get method_number "
              + Integer.toUnsignedString(number)
              + ", expected "
              + (count + 1));
    }
    if (count == methods.length) {
      methods = Arrays.copyOf(methods, Math.min(max, Math.max(FIRST_ROOM, 2 * count)));
    }
    methods[count++] = method;
    rightTypes.set(number, fits);
  }
}
