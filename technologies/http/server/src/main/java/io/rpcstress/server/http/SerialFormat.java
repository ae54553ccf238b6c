package io.rpcstress.server.http;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ListEchoNames;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.serial.Bounds;
import io.rpcstress.contract.serial.RefusedObjectException;
import io.rpcstress.contract.serial.SerialObjects;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/**
 * Java-serialised objects, read behind a closed list of classes and {@link Bounds}. What was
 * refused is in the log: somebody may be attacking.
 */
final class SerialFormat implements Format {
  private static final HttpField TYPE =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, SerialObjects.TYPE);

  private static final String EXPECTED =
      "expected a serialised object of the operation, within the server's bounds";

  private final Supplier<Bounds> bounds;
  private final RefusalLog log;

  /**
   * A format.
   *
   * @param bounds asked for when the technology is started; throws {@link IllegalArgumentException}
   *     where they are none
   */
  SerialFormat(Supplier<Bounds> bounds, RefusalLog log) {
    this.bounds = bounds;
    this.log = log;
  }

  @Override
  public String technology() {
    return "http-java";
  }

  @Override
  public int defaultPort() {
    return 9012;
  }

  @Override
  public String requestType() {
    return SerialObjects.TYPE;
  }

  @Override
  public boolean hasHttp2() {
    return false;
  }

  @Override
  public HttpField replyType() {
    return TYPE;
  }

  @Override
  public void checkSettings() {
    SerialObjects objects = new SerialObjects(bounds.get());
    requireRoomForUsual(objects, Greeting.OPERATION);
    requireRoomForUsual(objects, ListEcho.OPERATION);
  }

  private static <Q> void requireRoomForUsual(SerialObjects objects, Operation<Q, ?> operation) {
    objects.requireRoomFor(operation, operation.request(Payload.defaultOf(operation)));
  }

  @Override
  public Map<String, Resource> services() {
    SerialObjects objects = new SerialObjects(bounds.get());
    return Map.of(
        GreetNames.HTTP_PATH,
        service(objects, body -> objects.of(Greeting.greet(objects.text(body)))),
        ListEchoNames.HTTP_PATH,
        service(objects, body -> objects.of(ListEcho.echo(objects.items(body)))));
  }

  /** Reads an object and writes its answer. */
  private interface Rule {
    byte[] answer(byte[] body) throws RefusedObjectException;
  }

  private Service service(SerialObjects objects, Rule rule) {
    return new Service() {
      @Override
      public int maxBodyBytes() {
        return objects.bounds().bytes();
      }

      @Override
      public byte[] answer(byte[] body) throws UnreadableBodyException {
        try {
          return rule.answer(body);
        } catch (RefusedObjectException e) {
          log.refused(String.valueOf(e.getMessage()));
          throw new UnreadableBodyException(EXPECTED);
        }
      }
    };
  }
}
