package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Envelopes;
import io.rpcstress.rpcx.wire.ProtoWriter;
import io.rpcstress.rpcx.wire.RequestView;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A remote method as a client interface declares it, with everything prepared at start-up that is
 * the same for every call: names and type aliases are bytes already. Thread-safe.
 */
final class RemoteMethod {
  private static final int FIRST_CAPACITY = 128;
  private static final Type[] NO_TYPES = {};

  private final String service;
  private final String name;
  private final byte[] names;
  private final byte[][] types;
  private final ValueCodec[] parameters;
  private final @Nullable ValueCodec result;
  private final boolean primitiveResult;
  private final boolean async;
  private final boolean oneWay;
  private final long deadlineNanos;

  /** Roughly the size of the last request; a race costs at most one array. */
  private int usualBytes = FIRST_CAPACITY;

  /** Prepares a method that a client interface declares. */
  RemoteMethod(String service, java.lang.reflect.Method declared, Method published, Codecs codecs) {
    this(
        service,
        published.value(),
        declared.getGenericParameterTypes(),
        resultType(declared),
        codecs,
        published.oneWay(),
        TimeUnit.MILLISECONDS.toNanos(published.deadlineMillis()),
        isFuture(declared.getReturnType()));
    if (oneWay && declared.getReturnType() != void.class) {
      throw new IllegalArgumentException("is one-way, so it must return void");
    }
  }

  /** Prepares a method without parameters that returns a string, for health checks. */
  static RemoteMethod health() {
    return new RemoteMethod(
        "rpcx.health", "check", NO_TYPES, String.class, new Codecs(), false, 0, false);
  }

  private RemoteMethod(
      String service,
      String name,
      Type[] parameterTypes,
      Type resultType,
      Codecs codecs,
      boolean oneWay,
      long deadlineNanos,
      boolean async) {
    this.service = service;
    this.name = name;
    checkName(service);
    checkName(name);
    if (parameterTypes.length > Limits.MAX_PARAMETERS) {
      throw new IllegalArgumentException(
          "has " + parameterTypes.length + " parameters, at most " + Limits.MAX_PARAMETERS);
    }
    ProtoWriter out = new ProtoWriter(FIRST_CAPACITY);
    out.stringField(Envelopes.SERVICE, service);
    out.stringField(Envelopes.METHOD, name);
    names = out.toByteArray();
    parameters = new ValueCodec[parameterTypes.length];
    types = new byte[parameterTypes.length][];
    for (int i = 0; i < parameterTypes.length; i++) {
      parameters[i] = codecs.of(parameterTypes[i]);
      out.truncate(0);
      out.stringField(Envelopes.PARAMETER_TYPE, parameters[i].alias());
      types[i] = out.toByteArray();
    }
    result = codecs.ofResult(resultType);
    primitiveResult = resultType instanceof Class<?> type && type.isPrimitive() && result != null;
    this.oneWay = oneWay;
    this.deadlineNanos = deadlineNanos;
    this.async = async;
  }

  private static void checkName(String name) {
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (length == 0 || length > Limits.MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "has a published name of " + length + " bytes, expected 1 to " + Limits.MAX_NAME_BYTES);
    }
  }

  private static boolean isFuture(Class<?> type) {
    return type == CompletableFuture.class || type == CompletionStage.class || type == Future.class;
  }

  private static Type resultType(java.lang.reflect.Method declared) {
    Type type = declared.getGenericReturnType();
    if (isFuture(declared.getReturnType())) {
      if (type instanceof ParameterizedType generic) {
        return generic.getActualTypeArguments()[0];
      }
      throw new IllegalArgumentException("returns a future that does not say of what");
    }
    return type;
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

  /** The deadline that the declaration asks for, in ns; 0 if it asks for none. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * Writes the request's frame.
   *
   * @param deadlineMs what the request says, in ms; 0 for the connection's default
   * @throws IllegalArgumentException if an argument cannot travel
   */
  ProtoWriter encode(
      long id,
      @Nullable Object @Nullable [] arguments,
      Map<String, String> metadata,
      long deadlineMs) {
    ProtoWriter out = new ProtoWriter(usualBytes);
    int frame = out.beginFrame();
    out.tag(Envelopes.REQUEST, ProtoWriter.LEN);
    int body = out.beginLength();
    out.fixed64Field(Envelopes.ID, id);
    out.raw(names);
    for (int i = 0; i < parameters.length; i++) {
      out.tag(Envelopes.PARAMETERS, ProtoWriter.LEN);
      int parameter = out.beginLength();
      out.raw(types[i]);
      Object argument = arguments == null ? null : arguments[i];
      if (argument != null) {
        out.tag(Envelopes.PARAMETER_VALUE, ProtoWriter.LEN);
        int value = out.beginLength();
        parameters[i].write(out, argument);
        out.endLength(value);
      }
      out.endLength(parameter);
    }
    out.varintField(Envelopes.DEADLINE_MS, deadlineMs);
    out.varintField(Envelopes.ONE_WAY, oneWay ? 1 : 0);
    if (!metadata.isEmpty()) {
      metadata(out, metadata);
    }
    out.endLength(body);
    int length = out.endFrame(frame);
    if (out.capacity() != usualBytes && length < MAX_USUAL_BYTES) {
      usualBytes = Math.max(FIRST_CAPACITY, out.capacity());
    }
    return out;
  }

  private static void metadata(ProtoWriter out, Map<String, String> metadata) {
    if (metadata.size() > RequestView.MAX_METADATA) {
      throw new IllegalArgumentException(
          metadata.size() + " metadata entries, at most " + RequestView.MAX_METADATA);
    }
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      out.tag(Envelopes.METADATA, ProtoWriter.LEN);
      int mark = out.beginLength();
      out.stringField(1, bounded(entry.getKey()));
      out.stringField(2, bounded(entry.getValue()));
      out.endLength(mark);
    }
  }

  private static String bounded(String part) {
    if (part.getBytes(StandardCharsets.UTF_8).length > RequestView.MAX_METADATA_BYTES) {
      throw new IllegalArgumentException(
          "metadata with a part of more than " + RequestView.MAX_METADATA_BYTES + " bytes");
    }
    return part;
  }

  /** The largest capacity that later requests start with, in bytes. */
  private static final int MAX_USUAL_BYTES = 16 * 1024;

  /**
   * Reads the result.
   *
   * @param from the first byte's index, or -1 if there is no result
   * @throws io.rpcstress.rpcx.wire.MalformedFrameException if it is not of the declared type
   */
  @Nullable Object decode(byte[] bytes, int from, int to) {
    if (from >= 0 && result != null) {
      return result.read(bytes, from, to);
    }
    if (primitiveResult) {
      throw new io.rpcstress.rpcx.wire.MalformedFrameException(
          "no result where a " + result(result) + " is declared");
    }
    return null;
  }

  private static String result(@Nullable ValueCodec codec) {
    return codec == null ? "void" : codec.alias();
  }
}
