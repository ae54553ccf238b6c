package io.rpcstress.rpcx.client;

import io.netty.channel.EventLoop;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.CallIds;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the benchmarks and races of this package need. */
final class Fixtures {
  /** A method without parameters. */
  static final RemoteMethod METHOD = RemoteMethod.health();

  /** What a number of that method stands for. */
  static final Signature SIGNATURE = signature();

  private static final int NUMBERS = 8;

  private Fixtures() {}

  /** A call that is nowhere in flight, with a deadline that never passes. */
  static PendingCall call() {
    return new PendingCall(METHOD, 0, Long.MAX_VALUE);
  }

  /** What a number stands for of a method with these parameters. */
  static Signature signature(ValueCodec... parameters) {
    return new Signature("greeter", "greet", parameters);
  }

  /** Heads of requests as the wire of this version has them: 1.0, 1.1 or 1.2. */
  static RequestHeads heads(String wire) {
    RequestHeads heads = new RequestHeads();
    if (!"1.0".equals(wire)) {
      heads.agree(CallIds.from(1), NUMBERS, "1.2".equals(wire));
    }
    return heads;
  }

  /** The codecs of these types. */
  static ValueCodec[] codecs(Type... types) {
    Codecs known = new Codecs();
    ValueCodec[] codecs = new ValueCodec[types.length];
    for (int i = 0; i < types.length; i++) {
      codecs[i] = known.of(types[i]);
    }
    return codecs;
  }

  /** An event loop that runs what it was given when it is asked to, on the thread that asks. */
  static final class AskedLoop {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final EventLoop loop =
        (EventLoop)
            Proxy.newProxyInstance(
                EventLoop.class.getClassLoader(),
                new Class<?>[] {EventLoop.class},
                (self, method, arguments) -> {
                  switch (method.getName()) {
                    case "execute" -> {
                      boolean unused = tasks.add((Runnable) arguments[0]);
                      return null;
                    }
                    case "inEventLoop" -> {
                      return false;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                  }
                });

    EventLoop loop() {
      return loop;
    }

    /** Runs what waits, and what comes meanwhile. */
    void run() {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
      }
    }
  }
}
