package io.rpcstress.contract;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The greet operation: {@code greet(name)} is {@code "hello, " + name}, the same strings for every
 * technology. A name is up to {@value #MAX_NAME_BYTES} bytes of UTF-8 without control characters.
 */
public final class Greeting {

  /** What every answer begins with. */
  public static final String PREFIX = "hello, ";

  /**
   * The longest name, bytes of UTF-8. Every server refuses longer ones. Percent-encoded in an HTTP
   * request line it is three times as long, and still fits what HTTP servers take.
   */
  public static final int MAX_NAME_BYTES = 4096;

  /** The default length of the name, bytes. */
  public static final int DEFAULT_NAME_BYTES = 16;

  public static final Operation<String, String> OPERATION = new Greet();

  /**
   * RPCX: the published name of the service. The paper disguises names: what is published says
   * nothing of the classes behind it.
   */
  public static final String RPCX_SERVICE = "s1";

  public static final String RPCX_METHOD = "m1";

  public static final String HTTP_PATH = "/greet";

  /** HTTP: the query parameter that holds the name. */
  public static final String HTTP_PARAMETER = "name";

  private static final String NAME = "name";
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
  private static final int SHOWN_CHARS = 60;

  /** As payloads are written in files and tables, such as {@code key=64,value=512}. */
  private static final Pattern SIZES =
      Pattern.compile("[a-z][a-z-]*=[0-9]+(?:,[a-z][a-z-]*=[0-9a-z]+)*");

  /** UTF-8 has no more for one of Java's characters. */
  private static final int MAX_CHAR_BYTES = 3;

  /** Sees each name that this process greets. Set before there is a thread that greets. */
  private static @Nullable Consumer<String> observer;

  private Greeting() {}

  /**
   * Has each name seen before it is greeted, by the thread that greets. Call it before a server
   * starts.
   */
  public static void observedBy(Consumer<String> each) {
    observer = each;
  }

  /** The answer to a name. Every server's service is this one rule. */
  public static String greet(String name) {
    // No name has more characters than bytes; the exact bound is the client's to keep.
    if (name.length() > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a name of " + name.length() + " characters: at most " + MAX_NAME_BYTES);
    }
    Consumer<String> each = observer;
    if (each != null) {
      each.accept(name);
    }
    return PREFIX.concat(name);
  }

  /** What a server checks that has a name as bytes, before it makes text of them. */
  public static void checkBytes(int bytes) {
    if (bytes > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a name of " + bytes + " bytes: at most " + MAX_NAME_BYTES);
    }
  }

  /**
   * What a server checks that has a name as text, and cares for its bytes: they are counted where
   * they could be too many at all.
   */
  public static void checkBytes(String name) {
    if (name.length() > MAX_NAME_BYTES / MAX_CHAR_BYTES) {
      checkBytes(name.getBytes(StandardCharsets.UTF_8).length);
    }
  }

  /** The default name: {@value #DEFAULT_NAME_BYTES} bytes. */
  public static String defaultName() {
    return name(DEFAULT_NAME_BYTES);
  }

  /** A name of 0 to {@value #MAX_NAME_BYTES} lower-case letters, always the same ones. */
  public static String name(int bytes) {
    if (bytes < 0 || bytes > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a name of " + bytes + " bytes: expected 0 to " + MAX_NAME_BYTES);
    }
    StringBuilder name = new StringBuilder(bytes);
    for (int i = 0; i < bytes; i++) {
      name.append(LETTERS.charAt(i % LETTERS.length()));
    }
    return name.toString();
  }

  /**
   * A person's own name for the payload, as it is.
   *
   * @throws IllegalArgumentException saying why no server would take it: too long, a control
   *     character, or half a surrogate pair
   */
  public static String checkedName(String name) {
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "a name of " + bytes + " bytes: at most " + MAX_NAME_BYTES + " are allowed");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new IllegalArgumentException("the name is not valid Unicode text");
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw new IllegalArgumentException(
            "the name has a control character at position " + i + ": none is allowed");
      }
    }
    return name;
  }

  private static final class Greet extends NamedOperation<String, String> {
    Greet() {
      super(
          "greet",
          "a name, answered by \"" + PREFIX + "\" and that name",
          new PayloadDimension(NAME, "bytes", 0, MAX_NAME_BYTES, DEFAULT_NAME_BYTES));
    }

    @Override
    public String request(Payload payload) {
      return Greeting.name(payload.get(NAME));
    }

    /**
     * The text is the name. One that is written as sizes is read as such, so that another
     * operation's sizes are not sent as a name.
     */
    @Override
    public String request(String text) {
      return SIZES.matcher(text).matches() ? request(Payload.parse(this, text)) : checkedName(text);
    }

    /** Only a name that is prepared for it gets a number. */
    @Override
    public String numbered(String request, long number) {
      return CallNumber.isPrepared(request) ? CallNumber.in(request, number) : request;
    }

    @Override
    public Payload payload(String request) {
      return Payload.defaultOf(this).with(NAME, Math.toIntExact(bytes(request)));
    }

    @Override
    public long bytes(String request) {
      return request.getBytes(StandardCharsets.UTF_8).length;
    }

    @Override
    public String answer(String request) {
      return greet(request);
    }

    @Override
    public boolean isAnswer(String request, String reply) {
      return reply.length() == PREFIX.length() + request.length()
          && reply.startsWith(PREFIX)
          && reply.endsWith(request);
    }

    @Override
    public String describeWrong(String request, String reply) {
      return "requested " + shown(request) + ", received " + shown(reply);
    }

    /** As long as the right answer, and wrong in its last character alone. */
    @Override
    public String falsified(String right) {
      int last = right.length() - 1;
      return right.substring(0, last) + (right.charAt(last) == '?' ? '!' : '?');
    }

    private static String shown(String text) {
      String plain =
          text.codePoints()
              .limit(SHOWN_CHARS)
              .collect(
                  StringBuilder::new,
                  (into, c) -> into.appendCodePoint(Character.isISOControl(c) ? '?' : c),
                  StringBuilder::append)
              .toString();
      String quoted = '"' + plain + '"';
      return plain.length() == text.length()
          ? quoted
          : quoted + "... (" + text.length() + " characters)";
    }
  }
}
