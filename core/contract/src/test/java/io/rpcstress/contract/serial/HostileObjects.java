package io.rpcstress.contract.serial;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.contract.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Serialised objects that a hostile peer would send, by what is wrong with them. */
public final class HostileObjects {

  /** How often {@link Gadget}'s code ran. */
  public static final AtomicInteger EXECUTED = new AtomicInteger();

  private HostileObjects() {}

  /** A class that does something when it is read, as the gadgets of attacks do. */
  private static final class Gadget implements Serializable {
    private static final long serialVersionUID = 1;

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      EXECUTED.incrementAndGet();
    }
  }

  /** A proxy's handler, for a stream that names interfaces. */
  private record Handler() implements java.lang.reflect.InvocationHandler, Serializable {
    @Override
    public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
      EXECUTED.incrementAndGet();
      return 0;
    }
  }

  /**
   * The streams, and a word of what a server says when it refuses each.
   *
   * @return word and stream by what the stream is
   */
  public static Map<String, Refused> all() {
    Map<String, Refused> all = new LinkedHashMap<>();
    all.put("a foreign class", new Refused("Gadget", of(new Gadget())));
    all.put("a foreign class in a list", new Refused("Gadget", of(listOf(new Gadget()))));
    all.put("a deep graph", new Refused("depth", of(deep())));
    all.put("a huge array", new Refused("[J", of(new long[1_000])));
    all.put("an array of objects", new Refused("Object;", of(new Object[1_000])));
    all.put("a list that announces too much", new Refused("array of 2147483647", announcing()));
    all.put("many references to one", new Refused("references", of(references())));
    all.put("a hash-collision set bomb", new Refused("java.util.HashSet", of(bomb())));
    all.put("colliding keys", new Refused("java.util.HashMap", of(colliding())));
    all.put(
        "a proxy",
        new Refused(
            "proxy of java.lang.Comparable",
            of(
                Proxy.newProxyInstance(
                    HostileObjects.class.getClassLoader(),
                    new Class<?>[] {Comparable.class, Serializable.class},
                    new Handler()))));
    all.put("an enum", new Refused("TimeUnit", of(java.util.concurrent.TimeUnit.DAYS)));
    all.put("a class", new Refused("java.lang.reflect.Array", of(Array.class)));
    all.put("a class with many fields", new Refused("description of a class", manyFields()));
    all.put("a class that is described often", new Refused("descriptions", manyDescriptions()));
    all.put("no stream", new Refused("no serialised object", new byte[] {1, 2, 3, 4, 5}));
    all.put("nothing", new Refused("no serialised object", new byte[0]));
    return all;
  }

  /**
   * A stream that is to be refused.
   *
   * @param word that the refusal names it by
   * @param stream its bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Refused(String word, byte[] stream) {}

  /** Whatever object it is. */
  static byte[] of(Object object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static List<Object> listOf(Object... elements) {
    return new ArrayList<>(List.of(elements));
  }

  private static List<Object> deep() {
    List<Object> outer = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      outer = listOf(outer);
    }
    return outer;
  }

  private static List<Object> references() {
    ArrayList<Object> twice = new ArrayList<>();
    for (int list = 0; list < 50; list++) {
      ArrayList<Object> one = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        one.add("x");
      }
      twice.add(one);
    }
    return twice;
  }

  /** An empty list, in whose bytes a length is put that nobody has room for. */
  private static byte[] announcing() {
    byte[] bytes = of(new ArrayList<>());
    // The field size, 0, as the last thing before the block with the capacity.
    for (int i = bytes.length - 11; i < bytes.length - 7; i++) {
      bytes[i] = (byte) (i == bytes.length - 11 ? 0x7f : 0xff);
    }
    return bytes;
  }

  /** Each field without a name takes three bytes, and far more where it is read. */
  private static byte[] manyFields() {
    ByteBuffer stream = ByteBuffer.allocate(200_000);
    describe(stream.putInt(0xaced0005), Item.class, 0, Short.MAX_VALUE);
    for (int i = 0; i < Short.MAX_VALUE; i++) {
      stream.put((byte) 'I').putShort((short) 0);
    }
    return Arrays.copyOf(stream.array(), stream.position());
  }

  /** A list of empty lists, each of which describes its class anew. */
  private static byte[] manyDescriptions() {
    ByteBuffer stream = ByteBuffer.allocate(200_000);
    stream.putInt(0xaced0005);
    byte[] list = of(listOf("x", "x", "x", "x", "x"));
    // Up to its elements, of which there are now others.
    stream.put(list, Integer.BYTES, list.length - Integer.BYTES - 1 - 4 - 4 * 5);
    for (int i = 0; i < 5; i++) {
      describe(stream, ArrayList.class, ObjectStreamConstants.SC_WRITE_METHOD, 0);
      stream.put(ObjectStreamConstants.TC_ENDBLOCKDATA).put(ObjectStreamConstants.TC_NULL);
      stream.put(ObjectStreamConstants.TC_BLOCKDATA).put((byte) Integer.BYTES).putInt(0);
      stream.put(ObjectStreamConstants.TC_ENDBLOCKDATA);
    }
    return Arrays.copyOf(stream.array(), stream.position());
  }

  private static void describe(ByteBuffer into, Class<?> type, int flags, int fields) {
    byte[] name = type.getName().getBytes(US_ASCII);
    into.put(ObjectStreamConstants.TC_OBJECT)
        .put(ObjectStreamConstants.TC_CLASSDESC)
        .putShort((short) name.length)
        .put(name)
        .putLong(ObjectStreamClass.lookup(type).getSerialVersionUID())
        .put((byte) (ObjectStreamConstants.SC_SERIALIZABLE | flags))
        .putShort((short) fields);
  }

  /** Sets of the same sets, whose hash takes two to the power of their depth. */
  private static Set<Object> bomb() {
    Set<Object> root = new HashSet<>();
    Set<Object> one = root;
    Set<Object> other = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      Set<Object> left = new HashSet<>();
      Set<Object> right = new HashSet<>();
      left.add("foo" + i);
      one.add(left);
      one.add(right);
      other.add(left);
      other.add(right);
      one = left;
      other = right;
    }
    return root;
  }

  private static Map<String, Integer> colliding() {
    Map<String, Integer> map = new HashMap<>();
    for (String key : List.of("AaAa", "BBBB", "AaBB", "BBAa")) {
      map.put(key, map.size());
    }
    return map;
  }
}
