package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Messages;
import io.rpcstress.rpcx.wire.PlainMessages;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A request to its method and arguments: read by hand and by the generated code. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RequestBenchmark {
  private static final int OBJECTS = 1000;
  private static final long BASE = 1_000_000;

  /** Version of the wire; in 1.1 and 1.2 the method has its number already. */
  @Param({"1.0", "1.1", "1.2"})
  public String wire = "1.2";

  private final MethodTable methods =
      MethodTable.of(List.of(new GreetingService()), OwnCodecs.NONE);
  private MethodNumbers numbers = new MethodNumbers(methods, 0, false);
  private CallIds ids = CallIds.WHOLE;
  private PlainRequest plain = new PlainRequest(methods, numbers, ids);
  private byte[] bytes = {};

  /** Makes a request. */
  @Setup
  public void prepare() {
    boolean numbered = !"1.0".equals(wire);
    boolean typed = !"1.2".equals(wire);
    ids = CallIds.from(numbered ? BASE : 0);
    byte[] frame = GreetingService.request(ids, BASE + 70_000, numbered ? 1 : 0, !numbered, typed);
    numbers = new MethodNumbers(methods, 1, !typed);
    byte[] names = Frames.names(GreetingService.SERVICE, GreetingService.METHOD);
    numbers.give(1, methods.find(names, 0, names.length), true);
    plain = new PlainRequest(methods, numbers, ids);
    bytes = Arrays.copyOfRange(frame, PlainMessages.contentAt(frame, Integer.BYTES), frame.length);
  }

  private static @Nullable Object[] arguments(@Nullable PublishedMethod method, Request request) {
    if (method == null) {
      throw new IllegalStateException("not the request that was meant");
    }
    request.check(method);
    return request.arguments(method, method.budget(OBJECTS, null));
  }

  /** By hand. */
  @Benchmark
  public @Nullable Object[] plain() {
    return arguments(plain.read(bytes, 0, bytes.length), plain);
  }

  /** By the generated code. */
  @Benchmark
  public @Nullable Object[] generated() {
    RPCXRequest message =
        Messages.request(bytes, 0, bytes.length, Limits.MAX_PARAMETERS, Limits.MAX_NAME_BYTES);
    long id = ids.of(message.getId(), message.getIdOffset());
    PublishedMethod method = numbers.find(message);
    boolean untyped = numbers.standsForTypes(message.getMethodNumber());
    return arguments(method, new MessageRequest(message, id, bytes.length, untyped));
  }
}
