package io.rpcstress.pack.codec;

import io.rpcstress.contract.Message;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/**
 * A record or a bean by Java's serialization. Decodes no other classes than the pack's own, and
 * what their fields are made of.
 */
final class SerializationCodec implements ObjectCodec {
  private static final String OF_FIELDS =
      "java.lang.Number;java.lang.Integer;java.lang.Long;java.lang.Float;java.lang.Double;"
          + "java.lang.Boolean;java.lang.Enum;java.lang.Object;java.util.ArrayList;"
          + "java.util.HashMap;java.util.LinkedHashMap;java.util.Map$Entry;!*";

  /** A list of a few bytes may say that it has a billion elements. */
  private static final String SIZES =
      "maxbytes=%1$d;maxarray=%1$d;maxdepth=500;".formatted(Message.MAX_BYTES);

  private final ClassLoader loader;
  private final ObjectInputFilter filter;

  SerializationCodec(Class<?> type) {
    this.loader = type.getClassLoader();
    this.filter =
        ObjectInputFilter.Config.createFilter(SIZES + type.getPackageName() + ".*;" + OF_FIELDS);
  }

  private final class PackInput extends ObjectInputStream {
    PackInput(InputStream bytes) throws IOException {
      super(bytes);
      setObjectInputFilter(filter);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(described.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(described); // primitive types
      }
    }
  }

  @Override
  public byte[] encode(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  @Override
  public Object decode(byte[] bytes) throws IOException {
    try (ObjectInputStream in = new PackInput(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException("class " + e.getMessage() + " is not in the pack", e);
    }
  }
}
