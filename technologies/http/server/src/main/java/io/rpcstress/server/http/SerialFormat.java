package io.rpcstress.server.http;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ListEchoNames;
import io.rpcstress.contract.serial.RefusedObjectException;
import io.rpcstress.contract.serial.SerialObjects;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/** Java-serialised objects, read behind a closed list of classes. */
final class SerialFormat implements Format {
  private static final HttpField TYPE =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, SerialObjects.TYPE);

  private static final String EXPECTED =
      "expected a serialised object of the operation, within the server's bounds";

  /** A format. */
  SerialFormat() {}

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
  public Map<String, Resource> services() {
    return Map.of(
        GreetNames.HTTP_PATH,
        service(body -> SerialObjects.of(Greeting.greet(SerialObjects.text(body)))),
        ListEchoNames.HTTP_PATH,
        service(body -> SerialObjects.of(ListEcho.echo(SerialObjects.items(body)))));
  }

  /** Reads an object and writes its answer. */
  private interface Rule {
    byte[] answer(byte[] body) throws RefusedObjectException;
  }

  private static Service service(Rule rule) {
    return new Service() {
      @Override
      public int maxBodyBytes() {
        return SerialObjects.MAX_BYTES;
      }

      @Override
      public byte[] answer(byte[] body) throws UnreadableBodyException {
        try {
          return rule.answer(body);
        } catch (RefusedObjectException e) {
          throw new UnreadableBodyException(EXPECTED);
        }
      }
    };
  }
}
