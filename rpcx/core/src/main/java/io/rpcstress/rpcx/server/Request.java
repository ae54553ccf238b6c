package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.ObjectBudget;
import io.rpcstress.rpcx.wire.FieldReader;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Metadata;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request where it stands in an array: what is read of it are numbers and places, and nothing is
 * decoded before its names and types were compared as bytes. Used again for every request of a
 * connection; confined to its event loop. A {@link #copy} has bytes of its own.
 */
final class Request {
  /** Places that a parameter takes: begin and end of its type and of its value. */
  private static final int PLACES = 4;

  private static final int USUAL_PARAMETERS = 4;

  private static final byte[] NOTHING = {};

  private final FieldReader fields = new FieldReader();
  private final FieldReader parameter = new FieldReader();
  private final Metadata.Gathering metadata = new Metadata.Gathering();
  private byte[] bytes = NOTHING;
  private int from;
  private int to;
  private long id;
  private int number;
  private int serviceFrom;
  private int serviceTo;
  private int methodFrom;
  private int methodTo;
  private int[] places = new int[PLACES * USUAL_PARAMETERS];
  private int parameters;
  private long deadlineMs;
  private boolean oneWay;

  /**
   * Reads a request.
   *
   * @param array where it stands, until {@link #forget}
   * @param first the first byte's index
   * @param end the index after the last byte
   * @throws MalformedFrameException if it is none, or one beyond the limits
   */
  void read(byte[] array, int first, int end) {
    begin(array, first, end);
    for (int key = fields.next(); key != 0; key = fields.next()) {
      switch (key) {
        case Fields.ID_KEY -> id = fields.varint();
        case Fields.NUMBER_KEY -> number = (int) fields.varint();
        case Fields.SERVICE_KEY -> {
          fields.checkedText(Limits.MAX_NAME_BYTES, "a name");
          serviceFrom = fields.from();
          serviceTo = fields.end();
        }
        case Fields.METHOD_KEY -> {
          fields.checkedText(Limits.MAX_NAME_BYTES, "a name");
          methodFrom = fields.from();
          methodTo = fields.end();
        }
        case Fields.PARAMETER_KEY -> parameter();
        case Fields.DEADLINE_KEY -> deadlineMs = Integer.toUnsignedLong((int) fields.varint());
        case Fields.ONE_WAY_KEY -> oneWay = fields.varint() != 0;
        case Fields.METADATA_KEY -> metadata.add(fields);
        default -> fields.skip(key);
      }
    }
  }

  private void begin(byte[] array, int first, int end) {
    fields.over(array, first, end);
    bytes = array;
    from = first;
    to = end;
    id = 0;
    number = 0;
    serviceFrom = serviceTo = methodFrom = methodTo = first;
    parameters = 0;
    deadlineMs = 0;
    oneWay = false;
    metadata.clear();
  }

  private void parameter() {
    if (parameters == Limits.MAX_PARAMETERS) {
      throw new MalformedFrameException("more than " + Limits.MAX_PARAMETERS + " parameters");
    }
    int place = PLACES * parameters++;
    if (place == places.length) {
      places = Arrays.copyOf(places, PLACES * Limits.MAX_PARAMETERS);
    }
    places[place] = places[place + 1] = places[place + 3] = 0;
    places[place + 2] = Fields.ABSENT;
    fields.content();
    parameter.within(fields);
    for (int key = parameter.next(); key != 0; key = parameter.next()) {
      switch (key) {
        case Fields.TYPE_KEY -> {
          parameter.checkedText(Integer.MAX_VALUE, "a type");
          places[place] = parameter.from();
          places[place + 1] = parameter.end();
        }
        case Fields.VALUE_KEY -> {
          parameter.content();
          places[place + 2] = parameter.from();
          places[place + 3] = parameter.end();
        }
        default -> parameter.skip(key);
      }
    }
  }

  /** Lets go of the array, which may be that of a large frame. */
  void forget() {
    begin(NOTHING, 0, 0);
    parameter.forget();
  }

  /** The same request in an array of its own, which stays as it is. */
  Request copy() {
    Request copy = new Request();
    copy.read(Arrays.copyOfRange(bytes, from, to), 0, to - from);
    return copy;
  }

  /** The caller's id. */
  long id() {
    return id;
  }

  /** The number of the method, or the one that its names get; 0 for none. */
  int number() {
    return number;
  }

  /** Whether it names its method. */
  boolean named() {
    return serviceTo > serviceFrom || methodTo > methodFrom;
  }

  /** Whether these are the names. */
  boolean names(byte[] service, byte[] method) {
    return Arrays.equals(bytes, serviceFrom, serviceTo, service, 0, service.length)
        && Arrays.equals(bytes, methodFrom, methodTo, method, 0, method.length);
  }

  /** A number that depends on the names alone. */
  int nameHash() {
    return MethodTable.hash(
        MethodTable.hash(1, bytes, serviceFrom, serviceTo), bytes, methodFrom, methodTo);
  }

  /** The name of the service, for a look at which one is missing. */
  String service() {
    return FieldReader.text(bytes, serviceFrom, serviceTo);
  }

  /** How many parameters it has. */
  int parameterCount() {
    return parameters;
  }

  /** Whether a parameter contains its type. */
  boolean typed(int i) {
    return places[PLACES * i + 1] > places[PLACES * i];
  }

  /** Whether a parameter is of a type. */
  boolean isOf(int i, byte[] alias) {
    int place = PLACES * i;
    return Arrays.equals(bytes, places[place], places[place + 1], alias, 0, alias.length);
  }

  /** Whether no reply is wanted. */
  boolean oneWay() {
    return oneWay;
  }

  /** How long the caller still waits, in ms; 0 for the connection's default. */
  long deadlineMs() {
    return deadlineMs;
  }

  /** What the caller sent beside the arguments. */
  Map<String, String> metadata() {
    return metadata.entries();
  }

  /** Its length, in bytes. */
  int bytes() {
    return to - from;
  }

  /**
   * Decodes the arguments, which were checked.
   *
   * @param method what the request is for
   * @param budget how many objects they may become
   * @throws MalformedFrameException if a value is unreadable or they are too many
   */
  @Nullable Object[] arguments(PublishedMethod method, ObjectBudget budget) {
    @Nullable Object[] arguments = method.noArguments();
    for (int i = 0; i < arguments.length; i++) {
      int value = places[PLACES * i + 2];
      arguments[i] =
          value == Fields.ABSENT
              ? method.absent(i)
              : method.parameter(i).decode(bytes, value, places[PLACES * i + 3], budget);
    }
    return arguments;
  }
}
