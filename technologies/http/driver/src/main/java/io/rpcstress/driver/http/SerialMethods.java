package io.rpcstress.driver.http;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.serial.RefusedObjectException;
import io.rpcstress.contract.serial.SerialObjects;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.List;
import java.util.function.Function;

/**
 * The operations as Java-serialised objects: the object that is sent and the object that is
 * answered. What a server sends passes the same filter as what a client does.
 */
final class SerialMethods {
  private SerialMethods() {}

  private interface ObjectReader<R> {
    R read(byte[] body) throws RefusedObjectException;
  }

  static BodyMethod<String, String> greet() {
    return method(Greeting.HTTP_PATH, SerialObjects::of, SerialObjects::text);
  }

  /** An ArrayList of items, both ways. */
  static BodyMethod<List<Item>, List<Item>> listEcho() {
    return method(ListEcho.HTTP_PATH, SerialObjects::of, SerialObjects::items);
  }

  private static <T> BodyMethod<T, T> method(
      String path, Function<T, byte[]> writer, ObjectReader<T> reader) {
    return new BodyMethod<>(
        path,
        SerialObjects.TYPE,
        SerialObjects.MAX_BYTES,
        writer,
        body -> {
          try {
            return reader.read(body);
          } catch (RefusedObjectException e) {
            throw new CallException(
                FailureKind.PROTOCOL, "the reply was refused: " + e.getMessage(), e);
          }
        });
  }
}
