package io.rpcstress.contract.serial;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the operations in the JDK's serialisation, read through the JDK's own filter: no
 * object is made of any class but three.
 */
public final class SerialObjects {

  /** The media type of such bytes. */
  public static final String TYPE = "application/x-java-serialized-object";

  /** The longest object, bytes: a list whose names are twice as long as in UTF-8, with room. */
  public static final int MAX_BYTES =
      ListEcho.MAX_ELEMENTS * (2 * ListEcho.MAX_NAME_BYTES + 32) + 1024;

  /** Object stands there for the array that an ArrayList has. */
  private static final ObjectInputFilter ALLOWED =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=8;maxrefs=%d;maxarray=%d;maxbytes=%d;%s;%s;%s;java.lang.Object;!*"
              .formatted(
                  4 * ListEcho.MAX_ELEMENTS,
                  ListEcho.MAX_ELEMENTS,
                  MAX_BYTES,
                  String.class.getName(),
                  ArrayList.class.getName(),
                  Item.class.getName()));

  private SerialObjects() {}

  public static byte[] of(String text) {
    return written(text);
  }

  /** The bytes of a list, as an {@link ArrayList}, whatever list it is. */
  public static byte[] of(List<Item> items) {
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

  public static String text(byte[] bytes) throws RefusedObjectException {
    if (read(bytes) instanceof String text) {
      return text;
    }
    throw new RefusedObjectException("no text");
  }

  /** A list of items, each of them there. */
  public static List<Item> items(byte[] bytes) throws RefusedObjectException {
    if (!(read(bytes) instanceof ArrayList<?> list)) {
      throw new RefusedObjectException("no list of items");
    }
    for (Object each : list) {
      if (!(each instanceof Item)) {
        throw new RefusedObjectException("a list with an element that is no item");
      }
    }
    @SuppressWarnings("unchecked") // as was just seen
    List<Item> items = (List<Item>) list;
    return items;
  }

  private static @Nullable Object read(byte[] bytes) throws RefusedObjectException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      in.setObjectInputFilter(ALLOWED);
      return in.readObject();
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      throw new RefusedObjectException("no serialised object: " + e);
    }
  }
}
