package io.rpcstress.contract.serial;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
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

  /** The streams, by what each is. */
  public static Map<String, byte[]> all() {
    Map<String, byte[]> all = new LinkedHashMap<>();
    all.put("a foreign class", of(new Gadget()));
    all.put("a foreign class in a list", of(listOf(new Gadget())));
    all.put("a deep graph", of(deep()));
    all.put("a huge array", of(new long[1_000]));
    all.put("an array of objects", of(new Object[1_000]));
    all.put("a list that announces too much", announcing());
    all.put("many references to one", of(references()));
    all.put("a hash-collision set bomb", of(bomb()));
    all.put("colliding keys", of(colliding()));
    all.put(
        "a proxy",
        of(
            Proxy.newProxyInstance(
                HostileObjects.class.getClassLoader(),
                new Class<?>[] {Comparable.class, Serializable.class},
                new Handler())));
    all.put("an enum", of(java.util.concurrent.TimeUnit.DAYS));
    all.put("a class", of(Array.class));
    all.put("no stream", new byte[] {1, 2, 3, 4, 5});
    all.put("nothing", new byte[0]);
    return all;
  }

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

  /** An empty list whose bytes announce a length beyond any memory. */
  private static byte[] announcing() {
    byte[] bytes = of(new ArrayList<>());
    // The field size, 0, as the last thing before the block with the capacity.
    for (int i = bytes.length - 11; i < bytes.length - 7; i++) {
      bytes[i] = (byte) (i == bytes.length - 11 ? 0x7f : 0xff);
    }
    return bytes;
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
