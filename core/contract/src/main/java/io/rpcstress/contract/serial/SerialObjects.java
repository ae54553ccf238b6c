package io.rpcstress.contract.serial;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.Operation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Strings and lists of items as Java serialises them. A name of a class that comes from a peer is
 * looked up in a closed table: no class is loaded, and none outside the table is made, because a
 * peer named it. Immutable and safe for use by many threads.
 */
public final class SerialObjects {

  /** The media type of such bytes. */
  public static final String TYPE = "application/x-java-serialized-object";

  private static final Map<String, Class<?>> ALLOWED =
      Map.of(
          String.class.getName(), String.class,
          ArrayList.class.getName(), ArrayList.class,
          Item.class.getName(), Item.class);

  /**
   * A class's name and its fields, as they stand in a stream. The JDK makes an object of each field
   * before it asks for the class: three bytes of a peer would be a hundred.
   */
  private static final int MAX_DESCRIPTION_BYTES = 512;

  private static final int MAX_SHOWN_CHARS = 120;

  private final Bounds bounds;

  /** With what an object that is read may have. */
  public SerialObjects(Bounds bounds) {
    this.bounds = bounds;
  }

  /** What an object that is read may have. */
  public Bounds bounds() {
    return bounds;
  }

  /** The bytes of a text. */
  public byte[] of(String text) {
    return written(text);
  }

  /** The bytes of a list, as an {@link ArrayList}, whatever list it is. */
  public byte[] of(List<Item> items) {
    return written(items instanceof ArrayList<Item> ? items : new ArrayList<>(items));
  }

  private static byte[] written(Object object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (IOException e) { // to memory, of classes that can be written
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * A text.
   *
   * @throws RefusedObjectException if it is something else, or beyond the bounds
   */
  public String text(byte[] bytes) throws RefusedObjectException {
    if (read(bytes) instanceof String text) {
      return text;
    }
    throw new RefusedObjectException("no text");
  }

  /**
   * A list of items, each of them there.
   *
   * @throws RefusedObjectException if it is something else, or beyond the bounds
   */
  public List<Item> items(byte[] bytes) throws RefusedObjectException {
    if (!(read(bytes) instanceof ArrayList<?> list)) {
      throw new RefusedObjectException("no list of items");
    }
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof Item)) {
        throw new RefusedObjectException("a list with an element that is no item");
      }
    }
    @SuppressWarnings("unchecked") // as was just seen
    List<Item> items = (List<Item>) list;
    return items;
  }

  /**
   * Sees that the bounds allow what an operation asks and is answered.
   *
   * @throws IllegalArgumentException saying in one line which bound is too low
   */
  public <Q, R> void requireRoomFor(Operation<Q, R> operation, Q request) {
    requireRoomFor(operation, request, request);
    requireRoomFor(operation, request, operation.answer(request));
  }

  private <Q> void requireRoomFor(Operation<Q, ?> operation, Q request, Object sent) {
    try {
      var unused = read(written(sent instanceof List<?> list ? new ArrayList<>(list) : sent));
    } catch (RefusedObjectException e) {
      throw new IllegalArgumentException(
          "%s %s is below what %s %s needs (%s): raise it, or unset it for %s"
              .formatted(
                  Bounds.VARIABLE,
                  bounds,
                  operation.name(),
                  operation.payload(request),
                  e.getMessage(),
                  Bounds.DEFAULTS));
    }
  }

  private @Nullable Object read(byte[] bytes) throws RefusedObjectException {
    if (bytes.length > bounds.bytes()) {
      throw new RefusedObjectException(
          "%d bytes: at most %d".formatted(bytes.length, bounds.bytes()));
    }
    Bytes from = new Bytes(bytes);
    Refusal refusal = new Refusal();
    try (ObjectInputStream in = new ClosedInput(from, bounds, refusal)) {
      Object object = in.readObject();
      if (from.available() > 0) {
        throw new RefusedObjectException("something behind the object");
      }
      return object;
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      String why = refusal.why;
      throw new RefusedObjectException(
          why != null ? why : "no serialised object: " + shown(String.valueOf(e.getMessage())));
    }
  }

  private static String shown(String text) {
    String line = text.replaceAll("[^\\x20-\\x7e]", "?");
    return line.length() <= MAX_SHOWN_CHARS ? line : line.substring(0, MAX_SHOWN_CHARS) + "...";
  }

  /** What of one object was refused first. */
  private static final class Refusal {
    private @Nullable String why;

    private void say(String what) {
      if (why == null) {
        why = what;
      }
    }
  }

  /** What came from the peer, of which no more may be read for a while than is due. */
  private static final class Bytes extends ByteArrayInputStream {
    private final int all;

    Bytes(byte[] bytes) {
      super(bytes);
      all = bytes.length;
    }

    void endIn(int due) {
      count = Math.min(all, pos + due);
    }

    void goOn() {
      count = all;
    }

    boolean hasMore() {
      return pos == count && count < all;
    }
  }

  /** Reads one object. */
  private static final class ClosedInput extends ObjectInputStream {
    private final Bytes from;
    private final Refusal refusal;
    private int descriptions;

    ClosedInput(Bytes from, Bounds bounds, Refusal refusal) throws IOException {
      super(from);
      this.from = from;
      this.refusal = refusal;
      setObjectInputFilter(info -> judge(info, bounds, refusal));
    }

    @Override
    protected ObjectStreamClass readClassDescriptor() throws IOException, ClassNotFoundException {
      if (++descriptions > ALLOWED.size()) {
        throw refused("more than %d descriptions of classes".formatted(ALLOWED.size()));
      }
      from.endIn(MAX_DESCRIPTION_BYTES);
      try {
        return super.readClassDescriptor();
      } catch (EOFException end) {
        if (from.hasMore()) {
          throw refused(
              "a description of a class of more than %d bytes".formatted(MAX_DESCRIPTION_BYTES));
        }
        throw end;
      } finally {
        from.goOn();
      }
    }

    /** From the table alone: the JDK's own would load whatever the peer named. */
    @Override
    protected Class<?> resolveClass(ObjectStreamClass described) throws IOException {
      Class<?> known = ALLOWED.get(described.getName());
      if (known == null) {
        throw refused("the class " + shown(described.getName()));
      }
      return known;
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
      throw refused("a proxy of " + shown(String.join(", ", interfaces)));
    }

    private IOException refused(String what) {
      refusal.say(what + ": only " + String.join(", ", new TreeSet<>(ALLOWED.keySet())));
      return new InvalidClassException(what);
    }

    private static ObjectInputFilter.Status judge(
        ObjectInputFilter.FilterInfo info, Bounds bounds, Refusal refusal) {
      if (info.depth() > bounds.depth()) {
        refusal.say("a depth of %d: at most %d".formatted(info.depth(), bounds.depth()));
      } else if (info.references() > bounds.references()) {
        refusal.say("%d references: at most %d".formatted(info.references(), bounds.references()));
      } else if (info.arrayLength() > bounds.array()) {
        refusal.say(
            "an array of %d elements: at most %d".formatted(info.arrayLength(), bounds.array()));
      } else if (info.streamBytes() > bounds.bytes()) {
        refusal.say("%d bytes: at most %d".formatted(info.streamBytes(), bounds.bytes()));
      } else if (!isAllowed(info.serialClass())) {
        refusal.say("the class " + shown(String.valueOf(info.serialClass())));
      } else {
        return ObjectInputFilter.Status.ALLOWED;
      }
      return ObjectInputFilter.Status.REJECTED;
    }

    /** Room for the elements of an ArrayList is asked for as an array of objects. */
    private static boolean isAllowed(@Nullable Class<?> type) {
      return type == null || type == Object[].class || ALLOWED.containsValue(type);
    }
  }
}
