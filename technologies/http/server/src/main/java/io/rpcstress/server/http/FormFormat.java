package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.GreetNames;
import io.rpcstress.contract.Greeting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/**
 * A form as browsers send it, {@code name=Ada}, read by Jetty; the greeting comes as plain text.
 */
final class FormFormat implements Format {
  /** A byte of a name is three in its longest spelling: {@code %41}. */
  private static final int MAX_BODY_BYTES = 3 * Greeting.MAX_NAME_BYTES + 1024;

  private static final int MAX_FIELDS = 8;

  private static final HttpField TYPE =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");

  private static final String EXPECTED = "expected name=... in UTF-8, once";

  @Override
  public String technology() {
    return "http-form";
  }

  @Override
  public int defaultPort() {
    return 9006;
  }

  @Override
  public String requestType() {
    return "application/x-www-form-urlencoded";
  }

  @Override
  public boolean hasHttp2() {
    return false;
  }

  private static String name(byte[] body) throws UnreadableBodyException {
    Fields fields = new Fields();
    try {
      UrlEncoded.decodeUtf8To(new ByteArrayInputStream(body), fields, MAX_BODY_BYTES, MAX_FIELDS);
    } catch (IOException | RuntimeException e) { // a bad escape, bad UTF-8, too many fields
      throw new UnreadableBodyException(EXPECTED);
    }
    Fields.Field name = fields.get(GreetNames.HTTP_PARAMETER);
    if (name == null || name.hasMultipleValues()) {
      throw new UnreadableBodyException(EXPECTED);
    }
    return name.getValue();
  }

  @Override
  public HttpField replyType() {
    return TYPE;
  }

  @Override
  public Map<String, Resource> services() {
    return Map.of(GreetNames.HTTP_PATH, new Greet());
  }

  /** greet. */
  private static final class Greet implements Service {
    @Override
    public int maxBodyBytes() {
      return MAX_BODY_BYTES;
    }

    @Override
    public byte[] answer(byte[] body) throws UnreadableBodyException {
      return Greeting.greet(name(body)).getBytes(UTF_8);
    }
  }
}
