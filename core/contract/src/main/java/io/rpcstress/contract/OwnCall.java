package io.rpcstress.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The call operation: what is sent to a service of the user's, which runs already and is none of
 * this project's. A driver sends the bytes of a sample as they are, and returns those that are
 * answered.
 */
public final class OwnCall {

  /** The most of all samples together, and of one reply, bytes. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  public static final int MAX_SAMPLES = 100_000;

  /** The payload's dimension. */
  private static final String SAMPLES = "samples";

  /** As much of a reply as a line about a wrong one shows, characters. */
  private static final int MAX_SHOWN_CHARS = 120;

  /** Not among {@link Operations#all}: no server of this project has it. */
  public static final Operation<Request, byte[]> OPERATION = new Calling();

  private OwnCall() {}

  /** What goes with a call beside its body. Its value may be a secret, and is never shown. */
  public record Header(String name, String value) {
    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * What all calls of a point have in common. Immutable.
   *
   * @param pack what {@link #pack} made
   * @param method of HTTP, such as POST; of gRPC its full name, such as shop.Orders/Place
   * @param path of HTTP, with its query; empty for gRPC
   * @param statuses those of HTTP that are an answer's; empty for gRPC
   * @param bodies each call sends the next one; none for calls without a body
   * @param expected a reply has to be one of them; none where every reply is right
   * @param authority of TLS: a file of certificates that its server's has to descend from; null for
   *     those that the JDK trusts
   */
  public record Service(
      String pack,
      String method,
      String path,
      List<Header> headers,
      List<Integer> statuses,
      List<byte[]> bodies,
      List<byte[]> expected,
      @Nullable String authority) {

    public Service {
      headers = List.copyOf(headers);
      statuses = List.copyOf(statuses);
      bodies = List.copyOf(bodies);
      expected = List.copyOf(expected);
    }

    /** What the first call asks, of which {@link Operation#numbered} makes the others. */
    public Request first() {
      int count = Math.max(1, bodies.size());
      Request[] all = new Request[count];
      for (int i = 0; i < count; i++) {
        all[i] = new Request(this, bodies.isEmpty() ? null : bodies.get(i), all);
      }
      return all[0];
    }
  }

  /** What one call asks. Immutable; not to be changed are the bytes. */
  public static final class Request {
    private final Service service;
    private final byte @Nullable [] body;

    /** One for each sample, which they share. */
    private final Request[] all;

    private Request(Service service, byte @Nullable [] body, Request[] all) {
      this.service = service;
      this.body = body;
      this.all = all;
    }

    public Service service() {
      return service;
    }

    /** What is sent; null for nothing. */
    public byte @Nullable [] body() {
      return body;
    }
  }

  /** How a call is named in rows: by what is called, and a hash of that and of the samples. */
  public static String pack(String method, String path, List<byte[]> bodies) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes((method + " " + path).getBytes(UTF_8));
    for (byte[] each : bodies) {
      all.writeBytes(("\n" + each.length + "\n").getBytes(UTF_8));
      all.writeBytes(each);
    }
    String words =
        (method + path.replaceFirst("\\?.*", ""))
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+|-+$", "");
    return Message.pack(words, Sha256.of(all.toByteArray()));
  }

  /** Reads statuses of HTTP, such as {@code 2xx} or {@code 200,404}. */
  public static List<Integer> statuses(String text) {
    return Arrays.stream(text.split(",", -1)).flatMapToInt(OwnCall::range).boxed().toList();
  }

  private static IntStream range(String word) {
    if (!word.matches("[1-5](xx|[0-9][0-9])")) {
      throw new IllegalArgumentException(
          "'%s': a status such as 200 or 2xx expected, or several as 200,404"
              .formatted(PrintableText.of(word, MAX_SHOWN_CHARS)));
    }
    return word.endsWith("xx")
        ? IntStream.range(0, 100).map(i -> (word.charAt(0) - '0') * 100 + i)
        : IntStream.of(Integer.parseInt(word));
  }

  private static final class Calling extends NamedOperation<Request, byte[]> {
    Calling() {
      super(
          "call",
          "a call of a service that runs already, and its reply",
          new PayloadDimension(SAMPLES, "samples", 0, MAX_SAMPLES, 1));
    }

    @Override
    public Request request(Payload payload) {
      throw new IllegalArgumentException("a call is of a service: give --url or --target");
    }

    @Override
    public Request numbered(Request request, long number) {
      return request.all[(int) (number % request.all.length)];
    }

    @Override
    public Payload payload(Request request) {
      return Payload.defaultOf(this).with(SAMPLES, request.service.bodies.size());
    }

    /** That of the first, as of a message. */
    @Override
    public long bytes(Request request) {
      List<byte[]> bodies = request.service.bodies;
      return bodies.isEmpty() ? 0 : bodies.get(0).length;
    }

    @Override
    public @Nullable Long replyBytes(Request request) {
      List<byte[]> expected = request.service.expected;
      return expected.isEmpty() ? null : (Long) (long) expected.get(0).length;
    }

    @Override
    public String pack(Request request) {
      return request.service.pack;
    }

    @Override
    public byte[] answer(Request request) {
      List<byte[]> expected = request.service.expected;
      return expected.isEmpty() ? new byte[0] : expected.get(0);
    }

    @Override
    public boolean isAnswer(Request request, byte[] reply) {
      List<byte[]> expected = request.service.expected;
      for (int i = 0; i < expected.size(); i++) {
        if (Arrays.equals(expected.get(i), reply)) {
          return true;
        }
      }
      return expected.isEmpty();
    }

    @Override
    public String describeWrong(Request request, byte[] reply) {
      return "the reply is %s, expected %s".formatted(shown(reply), shown(answer(request)));
    }

    private static String shown(byte[] reply) {
      return "'%s' (%d bytes)"
          .formatted(PrintableText.of(new String(reply, UTF_8), MAX_SHOWN_CHARS), reply.length);
    }

    /** Longer by a byte, which is seen where a reply is expected. */
    @Override
    public byte[] falsified(byte[] right) {
      return Arrays.copyOf(right, right.length + 1);
    }
  }
}
