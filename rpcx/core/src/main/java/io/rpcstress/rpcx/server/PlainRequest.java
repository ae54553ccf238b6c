package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.ObjectBudget;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.PlainMessages;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads by hand a request as RPCX's own clients write it: id, names or their number, parameters of
 * exactly the method's types, or without types where the number stands for those, perhaps a
 * deadline, perhaps one-way, each once and in this order. Names and aliases are compared as bytes,
 * and no object is made. Whatever it accepts means the same to the generated code, which reads
 * everything else, and says what is wrong with it. Used again for every request of a connection;
 * confined to its event loop.
 */
final class PlainRequest implements Request {
  private static final byte[] NOTHING = {};

  private final MethodTable methods;
  private final MethodNumbers numbers;
  private final CallIds ids;
  private final int[] valueFrom = new int[Limits.MAX_PARAMETERS];
  private final int[] valueTo = new int[Limits.MAX_PARAMETERS];
  private byte[] bytes = NOTHING;
  private int first;
  private int at;
  private int to;
  private long id;
  private int given;
  private int deadlineMs;
  private boolean oneWay;

  PlainRequest(MethodTable methods, MethodNumbers numbers, CallIds ids) {
    this.methods = methods;
    this.numbers = numbers;
    this.ids = ids;
  }

  /**
   * Reads a request.
   *
   * @param array where it stands, until {@link #forget}
   * @param from the first byte's index
   * @param end the index after the last byte
   * @return the method that it names, or null if the request has another shape
   * @throws MalformedFrameException if it names its call by an offset that was not agreed on
   */
  @Nullable PublishedMethod read(byte[] array, int from, int end) {
    bytes = array;
    to = end;
    first = from;
    at = from;
    deadlineMs = 0;
    oneWay = false;
    int afterId = PlainMessages.idEnd(array, from, end);
    if (afterId == PlainMessages.NOT_PLAIN) {
      return null;
    }
    id = ids.read(array, from);
    at = afterId;
    int number = number();
    int names = at;
    boolean named = name(Fields.SERVICE_KEY) && name(Fields.METHOD_KEY);
    if (!named && at != names) {
      return null;
    }
    PublishedMethod method = named ? methods.find(array, names, at) : numbers.find(number);
    boolean untyped = !named && numbers.standsForTypes(number);
    if (method == null || !parameters(method, untyped) || !options()) {
      return null;
    }
    given = named ? number : 0;
    return method;
  }

  /**
   * Gives the method the number that the request says for its names, if it does; for whoever serves
   * the request as it was read here.
   *
   * @param method what {@link #read} returned
   * @throws MalformedFrameException if the number cannot be given
   */
  void giveNumber(PublishedMethod method) {
    if (given != 0) {
      // It has passed as one with the method's own types.
      numbers.give(given, method, true);
    }
  }

  /** Passes over the number of a method; 0 if there is none. */
  private int number() {
    if (to - at < 2 || bytes[at] != Fields.NUMBER_KEY) {
      return 0;
    }
    int number = PlainMessages.number(bytes, at + 1, to);
    if (number > 0) {
      at = PlainMessages.contentAt(bytes, at);
    }
    return number;
  }

  /** Lets go of the array, which may be that of a large frame. */
  void forget() {
    bytes = NOTHING;
  }

  /** Passes over a name of less than 128 bytes. */
  private boolean name(int key) {
    if (to - at < 2 || bytes[at] != key || bytes[at + 1] < 0) {
      return false;
    }
    at += 2 + bytes[at + 1];
    return at <= to;
  }

  /**
   * Passes over the parameters.
   *
   * @param untyped whether they may be without types
   */
  private boolean parameters(PublishedMethod method, boolean untyped) {
    for (int i = 0; i < method.parameterCount(); i++) {
      if (to - at < 2 || bytes[at] != Fields.PARAMETER_KEY) {
        return false;
      }
      int length = PlainMessages.number(bytes, at + 1, to);
      if (length < 0) {
        return false;
      }
      int from = PlainMessages.contentAt(bytes, at);
      at = from + length;
      if (at > to) {
        return false;
      }
      int value = from;
      if (!untyped || (length > 0 && bytes[from] != Fields.VALUE_KEY)) {
        byte[] alias = method.alias(i);
        value += alias.length;
        if (value > at || !Arrays.equals(bytes, from, value, alias, 0, alias.length)) {
          return false;
        }
      }
      if (value == at) {
        valueFrom[i] = Fields.ABSENT;
      } else if (at - value >= 2
          && bytes[value] == Fields.VALUE_KEY
          && PlainMessages.fills(bytes, value + 1, at)) {
        valueFrom[i] = PlainMessages.contentAt(bytes, value);
        valueTo[i] = at;
      } else {
        return false;
      }
    }
    return true;
  }

  private boolean options() {
    if (to - at >= 2 && bytes[at] == Fields.DEADLINE_KEY) {
      deadlineMs = PlainMessages.number(bytes, at + 1, to);
      if (deadlineMs < 0) {
        return false;
      }
      at = PlainMessages.contentAt(bytes, at);
    }
    if (to - at == 2 && bytes[at] == Fields.ONE_WAY_KEY && bytes[at + 1] == 1) {
      oneWay = true;
      at += 2;
    }
    return at == to;
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public boolean oneWay() {
    return oneWay;
  }

  @Override
  public long deadlineMs() {
    return deadlineMs;
  }

  @Override
  public int bytes() {
    return to - first;
  }

  /** A request with metadata has another shape. */
  @Override
  public Map<String, String> metadata() {
    return Map.of();
  }

  /** It was read along the method's own types. */
  @Override
  public void check(PublishedMethod method) {}

  @Override
  public @Nullable Object[] arguments(PublishedMethod method, ObjectBudget budget) {
    @Nullable Object[] arguments = method.noArguments();
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] =
          valueFrom[i] == Fields.ABSENT
              ? method.absent(i)
              : method.parameter(i).decode(bytes, valueFrom[i], valueTo[i], budget);
    }
    return arguments;
  }
}
