package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.CallContext;
import io.rpcstress.rpcx.Description;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.Published;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ErrorCodec;
import io.rpcstress.rpcx.value.ObjectBudget;
import io.rpcstress.rpcx.value.TypeArguments;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A method that can be called, with everything that checking a call needs: a request is compared
 * with this, and only then are its values decoded, by the codecs of the declared types.
 * Thread-safe.
 */
final class PublishedMethod {
  private static final Object[] NO_ARGUMENTS = {};

  private static final long SHORT_NANOS = Limits.SHORT_CALL.toNanos();
  private static final long LONG_NANOS = Limits.LONG_CALL.toNanos();

  /** Short calls that make up for one that was not. */
  private static final int SLOW_WEIGHT = 16;

  private static final int MAX_SLOWNESS = 4 * SLOW_WEIGHT;

  private final Object target;
  private final java.lang.reflect.Method declared;
  private final String service;
  private final String name;
  private final byte[] serviceBytes;
  private final byte[] nameBytes;
  private final byte[][] aliases;
  private final boolean[] nullable;
  private final ValueCodec[] parameters;
  private final @Nullable ValueCodec result;
  private final Codecs codecs;
  private final Map<Class<?>, ErrorCodec> errors = new LinkedHashMap<>();
  private final boolean inline;
  private final boolean counts;
  private final boolean async;
  private final String label;

  /** Whether it runs on a thread of its own: as it says, or since its calls were not short. */
  private volatile boolean blocking;

  /**
   * Calls on event loops so far, and a measure of those that were not short; races are harmless.
   */
  private int calls;

  private int slowness;

  /** Whether a parameter can become many objects. */
  private final boolean compound;

  /** Calls in flight, counted if there is a limit. */
  private @Nullable AtomicInteger inFlight;

  private int maxInFlight;

  PublishedMethod(
      String serviceName,
      Object target,
      java.lang.reflect.Method declared,
      Method published,
      TypeArguments types,
      Codecs codecs) {
    this.target = target;
    this.declared = declared;
    service = serviceName;
    name = published.value();
    label = serviceName + "." + published.value();
    declared.setAccessible(true);
    Limits.checkDeadlineMillis(published.deadlineMillis());
    Type[] parameterTypes = types.resolve(declared.getGenericParameterTypes());
    if (parameterTypes.length > Limits.MAX_PARAMETERS) {
      throw new IllegalArgumentException(
          "has " + parameterTypes.length + " parameters, at most " + Limits.MAX_PARAMETERS);
    }
    parameters = new ValueCodec[parameterTypes.length];
    aliases = new byte[parameterTypes.length][];
    nullable = new boolean[parameterTypes.length];
    serviceBytes = Frames.name(service);
    nameBytes = Frames.name(name);
    boolean many = false;
    for (int i = 0; i < parameterTypes.length; i++) {
      parameters[i] = codecs.of(parameterTypes[i]);
      aliases[i] = parameters[i].alias().getBytes(StandardCharsets.UTF_8);
      nullable[i] = !declared.getParameterTypes()[i].isPrimitive();
      many |= parameters[i].compound();
    }
    compound = many;
    async =
        declared.getReturnType() == CompletableFuture.class
            || declared.getReturnType() == CompletionStage.class;
    Type resultType =
        async ? Codecs.carriedBy(declared, types) : types.resolve(declared.getGenericReturnType());
    result = codecs.ofResult(resultType);
    this.codecs = codecs;
    for (Class<?> thrown : declared.getExceptionTypes()) {
      if (thrown.isAnnotationPresent(Published.class)) {
        errors.put(thrown, codecs.ofError(thrown));
      }
    }
    blocking = published.blocking();
    inline = published.inline();
    counts = !service.startsWith(MethodTable.RESERVED);
    if (blocking && inline) {
      throw new IllegalArgumentException("is blocking, so it cannot be inline");
    }
    limit(published.maxInFlight());
  }

  /**
   * Limits the calls in flight; before the first call.
   *
   * @param most calls at a time, or 0 for no limit
   */
  void limit(int most) {
    if (most < 0) {
      throw new IllegalArgumentException(
          "has maxInFlight = " + most + ", expected at least 1, or 0 for no limit");
    }
    maxInFlight = most;
    inFlight = most == 0 ? null : new AtomicInteger();
  }

  /** Counts a call that begins; false if there are too many. */
  boolean enter() {
    AtomicInteger calls = inFlight;
    if (calls == null || calls.incrementAndGet() <= maxInFlight) {
      return true;
    }
    calls.decrementAndGet();
    return false;
  }

  /** Counts a call that has ended. */
  void leave() {
    AtomicInteger calls = inFlight;
    if (calls != null) {
      calls.decrementAndGet();
    }
  }

  String service() {
    return service;
  }

  String name() {
    return name;
  }

  /** Runs the method inside interceptors; throws what they throw. */
  @Nullable Object invoke(
      @Nullable Object[] arguments,
      Map<String, String> metadata,
      List<ServerInterceptor> interceptors)
      throws Exception {
    if (interceptors.isEmpty() || isHealth()) {
      return invoke(arguments);
    }
    CallContext context = CallContext.current();
    ServerInterceptor.Call call =
        context == null
            ? new ServerInterceptor.Call(service, name, metadata)
            : new ServerInterceptor.Call(
                service, name, metadata, Arrays.asList(arguments), context);
    return new Interception(this, arguments, call, interceptors).proceed();
  }

  /** The published names, for the log. */
  String label() {
    return label;
  }

  /** The published names and types, and how it runs. */
  String description() {
    ValueCodec returned = result;
    String how = blocking ? ", blocking" : "";
    if (async) {
      how += ", asynchronous";
    }
    for (ErrorCodec error : errors.values()) {
      how += ", " + error.alias();
    }
    return label + signature() + ": " + (returned == null ? "nothing" : returned.alias()) + how;
  }

  /** The published names and types, for callers. */
  Description.MethodInfo info() {
    return new Description.MethodInfo(
        service,
        name,
        Arrays.stream(parameters).map(ValueCodec::alias).toList(),
        Optional.ofNullable(result).map(ValueCodec::alias),
        errors.values().stream().map(ValueCodec::alias).toList(),
        maxInFlight);
  }

  @Nullable ValueCodec result() {
    return result;
  }

  /** The codec of an exception that the method declares to its callers, or null. */
  @Nullable ErrorCodec declared(Throwable thrown) {
    if (!errors.isEmpty()) {
      for (Class<?> t = thrown.getClass(); t != null; t = t.getSuperclass()) {
        ErrorCodec codec = errors.get(t);
        if (codec != null) {
          return codec;
        }
      }
    }
    return null;
  }

  /**
   * The codec of a value by its class.
   *
   * @throws IllegalArgumentException if it cannot travel
   */
  ValueCodec codecOf(Object value) {
    return codecs.of(
        value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
  }

  boolean blocking() {
    return blocking;
  }

  boolean async() {
    return async;
  }

  /** Whether this is the health service's, which no interceptor may refuse. */
  boolean isHealth() {
    return target instanceof HealthService;
  }

  /** Whether its calls count as served: those of RPCX's own services do not. */
  boolean counts() {
    return counts;
  }

  /**
   * A call has run on an event loop.
   *
   * @param nanos how long it took
   * @return whether this was the last one there
   */
  boolean leavesLoop(long nanos) {
    if (nanos < SHORT_NANOS) {
      if (slowness > 0) {
        slowness--;
      } else if (calls < Limits.WARM_UP_CALLS) {
        calls++;
      }
      return false;
    }
    if (inline || blocking || isHealth()) {
      return false;
    }
    if (calls < Limits.WARM_UP_CALLS) {
      calls++;
    } else {
      slowness += SLOW_WEIGHT;
    }
    if (nanos < LONG_NANOS && slowness < MAX_SLOWNESS) {
      return false;
    }
    blocking = true;
    return true;
  }

  /**
   * Compares number and types of the parameters.
   *
   * @param untyped whether parameters may be without types
   * @throws MalformedFrameException if the request does not fit, saying what would
   */
  void check(Request request, boolean untyped) {
    if (!fits(request, untyped)) {
      throw new MalformedFrameException("the parameters are not " + signature());
    }
  }

  /** Whether number and types of the parameters are those declared. */
  boolean fits(Request request, boolean untyped) {
    int count = parameters.length;
    boolean fits = request.parameterCount() == count;
    for (int i = 0; fits && i < count; i++) {
      fits = request.typed(i) ? request.isOf(i, aliases[i]) : untyped;
    }
    return fits;
  }

  /** The codec of a parameter. */
  ValueCodec parameter(int i) {
    return parameters[i];
  }

  /** Whether a request names this method. */
  boolean isNamedBy(Request request) {
    return request.names(serviceBytes, nameBytes);
  }

  /** As {@link Request#nameHash} of a request that names this method. */
  int nameHash() {
    int service = MethodTable.hash(1, serviceBytes, 0, serviceBytes.length);
    return MethodTable.hash(service, nameBytes, 0, nameBytes.length);
  }

  /** An array for the arguments of a call. */
  @Nullable Object[] noArguments() {
    return parameters.length == 0 ? NO_ARGUMENTS : new @Nullable Object[parameters.length];
  }

  /**
   * How many objects the arguments of a call may become.
   *
   * @param room where they are counted, too, or null
   */
  ObjectBudget budget(int maxObjects, ObjectBudget.@Nullable Room room) {
    return compound ? new ObjectBudget(maxObjects, room) : ObjectBudget.FOR_PLAIN;
  }

  /**
   * The argument of a parameter without a value: null, or an empty Optional.
   *
   * @throws MalformedFrameException if it must have a value
   */
  @Nullable Object absent(int i) {
    if (!nullable[i]) {
      throw new MalformedFrameException("parameter " + (i + 1) + " of " + signature() + " is null");
    }
    return parameters[i].absent();
  }

  private String signature() {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < parameters.length; i++) {
      if (i > 0) {
        text.append(", ");
      }
      text.append(parameters[i].alias());
    }
    return text.append(')').toString();
  }

  /** Runs the method; throws what it throws. */
  @Nullable Object invoke(@Nullable Object[] arguments) throws Exception {
    try {
      return declared.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }
}
