package io.rpcstress.rpcx.server;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.wire.CallIds;
import io.rpcstress.rpcx.wire.Messages;
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

  /** Version of the wire; in 1.1 the method has its number already. */
  @Param({"1.0", "1.1"})
  public String wire = "1.1";

  private final MethodTable methods = MethodTable.of(List.of(new GreetingService()));
  private MethodNumbers numbers = new MethodNumbers(methods, 0);
  private CallIds ids = CallIds.WHOLE;
  private PlainRequest plain = new PlainRequest(methods, numbers, ids);
  private byte[] bytes = {};

  /** Makes a request. */
  @Setup
  public void prepare() {
    RPCXRequest.Builder request =
        RPCXRequest.newBuilder()
            .addParameters(
                Parameter.newBuilder()
                    .setType("string")
                    .setValue(ByteString.copyFromUtf8("0123456789abcdef")));
    if ("1.1".equals(wire)) {
      numbers = new MethodNumbers(methods, 1);
      RPCXRequest named =
          RPCXRequest.newBuilder()
              .setService(GreetingService.SERVICE)
              .setMethod(GreetingService.METHOD)
              .build();
      numbers.give(1, methods.find(named));
      ids = CallIds.from(BASE);
      request.setIdOffset(70_000).setMethodNumber(1);
    } else {
      request.setId(BASE);
      request.setService(GreetingService.SERVICE).setMethod(GreetingService.METHOD);
    }
    plain = new PlainRequest(methods, numbers, ids);
    bytes = request.build().toByteArray();
  }

  private static @Nullable Object[] arguments(@Nullable PublishedMethod method, Request request) {
    if (method == null) {
      throw new IllegalStateException("not the request that was meant");
    }
    request.check(method);
    return request.arguments(method, OBJECTS);
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
    return arguments(numbers.find(message), new MessageRequest(message, id));
  }
}
