package io.rpcstress.rpcx.client;

import io.netty.channel.EventLoop;
import io.rpcstress.rpcx.value.ValueCodec;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the races of this package need. */
final class Fixtures {
  /** A method without parameters. */
  static final RemoteMethod METHOD = RemoteMethod.health();

  /** What a number of that method stands for. */
  static final Signature SIGNATURE = new Signature("greeter", "greet", new ValueCodec[0]);

  private Fixtures() {}

  /** A call that is nowhere in flight, with a deadline that never passes. */
  static PendingCall call() {
    return new PendingCall(METHOD, 0, Long.MAX_VALUE);
  }

  /** An event loop that runs its tasks on request, on the requesting thread. */
  static final class ManualLoop {
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
