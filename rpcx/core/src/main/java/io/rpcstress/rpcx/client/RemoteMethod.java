package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.Published;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.Detail;
import io.rpcstress.rpcx.value.ErrorCodec;
import io.rpcstress.rpcx.value.TypeArguments;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Metadata;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A remote method as a client interface declares it, with everything prepared at start-up that is
 * the same for every call: names and type aliases are bytes already. Thread-safe.
 */
final class RemoteMethod {
  private final String service;
  private final String name;

  private final Signature signature;
  private final RequestTemplate template;
  private final @Nullable ValueCodec result;
  private final boolean primitiveResult;
  private final boolean async;
  private final boolean oneWay;
  private final boolean idempotent;
  private final boolean waitForReady;
  private final long deadlineNanos;
  private final int maxObjects;
  private final Map<String, ErrorCodec> errors = new HashMap<>();
  private final List<Class<?>> errorTypes = new ArrayList<>();

  /**
   * Prepares a method that a client interface declares.
   *
   * @param types what type variables stand for in the client interface
   * @param maxObjects how many objects a result, or an exception's fields, may become
   */
  RemoteMethod(
      String service,
      java.lang.reflect.Method declared,
      Method published,
      TypeArguments types,
      Codecs codecs,
      int maxObjects) {
    this(
        service,
        published.value(),
        codecs(codecs, types.resolve(declared.getGenericParameterTypes())),
        codecs.ofResult(Codecs.carriedBy(declared, types)),
        declared.getReturnType().isPrimitive(),
        published,
        Codecs.isFuture(declared.getReturnType()),
        maxObjects);
    if (oneWay && declared.getReturnType() != void.class) {
      throw new IllegalArgumentException("is one-way, so it must return void");
    }
    if (oneWay && (idempotent || waitForReady)) {
      throw new IllegalArgumentException(
          "is one-way, so it can be neither idempotent nor waitForReady: its loss is not noticed");
    }
    for (Class<?> thrown : declared.getExceptionTypes()) {
      if (thrown.isAnnotationPresent(Published.class)) {
        ErrorCodec codec = codecs.ofError(thrown);
        errors.put(codec.alias(), codec);
        errorTypes.add(thrown);
      }
    }
  }

  /** Prepares a method without parameters that returns a string, for health checks. */
  static RemoteMethod health() {
    return new RemoteMethod(
        "rpcx.health", "check", new ValueCodec[0], new Codecs().of(String.class), 1);
  }

  /** Prepares a method that no interface declares. */
  RemoteMethod(
      String service,
      String name,
      ValueCodec[] parameters,
      @Nullable ValueCodec result,
      int maxObjects) {
    this(service, name, parameters, result, false, null, false, maxObjects);
  }

  private RemoteMethod(
      String service,
      String name,
      ValueCodec[] parameters,
      @Nullable ValueCodec result,
      boolean primitive,
      @Nullable Method published,
      boolean async,
      int maxObjects) {
    this.service = service;
    this.name = name;
    if (parameters.length > Limits.MAX_PARAMETERS) {
      throw new IllegalArgumentException(
          "has " + parameters.length + " parameters, at most " + Limits.MAX_PARAMETERS);
    }
    this.result = result;
    oneWay = published != null && published.oneWay();
    idempotent = published != null && published.idempotent();
    waitForReady = published != null && published.waitForReady();
    deadlineNanos = published == null ? 0 : deadlineNanos(published.deadlineMillis());
    signature = new Signature(service, name, parameters);
    template = new RequestTemplate(signature.names().length, parameters, oneWay);
    primitiveResult = primitive && result != null;
    this.async = async;
    this.maxObjects = maxObjects;
  }

  private static ValueCodec[] codecs(Codecs codecs, Type[] types) {
    ValueCodec[] chosen = new ValueCodec[types.length];
    for (int i = 0; i < types.length; i++) {
      chosen[i] = codecs.of(types[i]);
    }
    return chosen;
  }

  private static long deadlineNanos(int millis) {
    Limits.checkDeadlineMillis(millis);
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  String service() {
    return service;
  }

  String name() {
    return name;
  }

  boolean async() {
    return async;
  }

  boolean oneWay() {
    return oneWay;
  }

  /** Whether a call that may have run may be made again. */
  boolean idempotent() {
    return idempotent;
  }

  /** Whether a call that finds no connection waits for one. */
  boolean waitForReady() {
    return waitForReady;
  }

  /** The deadline that the declaration asks for, in ns; 0 if it asks for none. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * Writes the request's frame but for its head.
   *
   * @param deadlineMs what the request contains, in ms; 0 for the connection's default
   * @return the frame without types and with room for its head: {@link #writeHead} writes them
   * @throws IllegalArgumentException if an argument cannot travel
   */
  byte[] encode(
      @Nullable Object @Nullable [] arguments, Map<String, String> metadata, long deadlineMs) {
    return template.frame(arguments, Metadata.fields(metadata), deadlineMs);
  }

  /**
   * The most that a request's frame takes on any connection, in bytes.
   *
   * @param frame what {@link #encode} gave
   */
  int frameBytes(byte[] frame) {
    return signature.frameBytes(frame);
  }

  /**
   * Writes the head of a request's frame, and its types where they must be sent; for the thread
   * that has the right to write on the connection.
   *
   * @param frame what {@link #encode} gave
   * @param heads the connection's
   * @param id the call's
   * @return where the frame stands now, at the end
   */
  byte[] writeHead(byte[] frame, RequestHeads heads, long id) {
    return heads.write(frame, signature, id);
  }

  /**
   * A copy of a request's frame that contains another deadline.
   *
   * @param frame what {@link #encode} gave
   * @param deadlineMs in ms, at least 1
   */
  byte[] withDeadline(byte[] frame, long deadlineMs) {
    return RequestHeads.withDeadline(frame, signature.names().length, deadlineMs);
  }

  /**
   * Reads the result.
   *
   * @param bytes an array that may be overwritten afterwards
   * @param from the first byte's index, or {@link Fields#ABSENT}
   * @param to the index after the last byte
   * @throws MalformedFrameException if it is not of the declared type
   */
  @Nullable Object decode(byte[] bytes, int from, int to) {
    if (from != Fields.ABSENT && result != null) {
      return result.decode(bytes, from, to, result.budget(maxObjects));
    }
    if (primitiveResult) {
      throw new MalformedFrameException("no result where a " + result(result) + " is declared");
    }
    return result == null ? null : result.absent();
  }

  /**
   * What a call of this method ends with that a server answered without success.
   *
   * @return the exception that the server's method declares, if this one declares it, too; else the
   *     problem itself
   */
  Throwable end(RPCXException problem) {
    if (!errors.isEmpty() && problem.rawDetail() instanceof Detail detail) {
      ErrorCodec codec = errors.get(detail.alias());
      if (codec != null) {
        try {
          return codec.exception(problem.reason(), detail.content(), maxObjects);
        } catch (RuntimeException | Error e) {
          // The status remains: the call ends, whatever its exception does.
          return problem;
        }
      }
    }
    return problem;
  }

  /**
   * What the method throws if a call ended so: an exception that it declares, with the stack of
   * this thread.
   */
  Throwable thrown(CompletionException ended) {
    Throwable cause = ended.getCause();
    if (cause == null || !errorTypes.contains(cause.getClass())) {
      return ended;
    }
    cause.setStackTrace(new Throwable().getStackTrace());
    return cause;
  }

  private static String result(@Nullable ValueCodec codec) {
    return codec == null ? "void" : codec.alias();
  }
}
