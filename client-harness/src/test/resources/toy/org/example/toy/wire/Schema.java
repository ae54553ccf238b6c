package org.example.toy.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The toy's interface definition, found as many libraries find theirs: by the thread. */
public final class Schema {

  private final Properties methods = new Properties();

  private Schema() {}

  /** Reads it. */
  public static Schema load() throws IOException {
    Schema schema = new Schema();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (InputStream in = loader.getResourceAsStream("org/example/toy/wire/toy.schema")) {
      if (in == null) {
        throw new IOException("toy.schema is not on the class path");
      }
      schema.methods.load(in);
    }
    return schema;
  }

  /** A method's number on the wire. */
  public int number(String method) {
    return Integer.parseInt(methods.getProperty(method));
  }
}
