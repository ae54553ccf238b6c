package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.ObjectBudget;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.PlainMessages;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads by hand a request as RPCX's own clients write it: id, names, parameters of exactly the
 * method's types, perhaps a deadline, perhaps one-way, each once and in this order. Names and
 * aliases are compared as bytes, and no object is made. Whatever it accepts means the same to the
 * generated code, which reads everything else, and says what is wrong with it. Used again for every
 * request of a connection; confined to its event loop.
 */
final class PlainRequest implements Request {
  private static final byte[] NOTHING = {};

  private final MethodTable methods;
  private final int[] valueFrom = new int[Limits.MAX_PARAMETERS];
  private final int[] valueTo = new int[Limits.MAX_PARAMETERS];
  private byte[] bytes = NOTHING;
  private int at;
  private int to;
  private long id;
  private int deadlineMs;
  private boolean oneWay;

  PlainRequest(MethodTable methods) {
    this.methods = methods;
  }

  /**
   * Reads a request.
   *
   * @param array where it stands, until {@link #forget}
   * @param from the first byte's index
   * @param end the index after the last byte
   * @return the method that it names, or null if the request has another shape
   */
  @Nullable PublishedMethod read(byte[] array, int from, int end) {
    bytes = array;
    to = end;
    at = from;
    deadlineMs = 0;
    oneWay = false;
    int names = from + Fields.ID_BYTES;
    if (end < names || array[from] != Fields.ID_KEY) {
      return null;
    }
    id = PlainMessages.id(array, from);
    at = names;
    if (!name(Fields.SERVICE_KEY) || !name(Fields.METHOD_KEY)) {
      return null;
    }
    PublishedMethod method = methods.find(array, names, at);
    return method != null && parameters(method) && options() ? method : null;
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

  private boolean parameters(PublishedMethod method) {
    for (int i = 0; i < method.parameterCount(); i++) {
      byte[] alias = method.alias(i);
      if (to - at < 2 || bytes[at] != Fields.PARAMETER_KEY) {
        return false;
      }
      int length = PlainMessages.number(bytes, at + 1, to);
      if (length < alias.length) {
        return false;
      }
      int from = PlainMessages.contentAt(bytes, at);
      int value = from + alias.length;
      at = from + length;
      if (at > to || !Arrays.equals(bytes, from, value, alias, 0, alias.length)) {
        return false;
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

  /** A request with metadata has another shape. */
  @Override
  public Map<String, String> metadata() {
    return Map.of();
  }

  /** It was read along the method's own types. */
  @Override
  public void check(PublishedMethod method) {}

  @Override
  public @Nullable Object[] arguments(PublishedMethod method, int maxObjects) {
    ObjectBudget budget = method.budget(maxObjects);
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
