package io.rpcstress.rpcx.client;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.NameResolver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the addresses of hosts for one client, on threads of its own: a name server that does not
 * answer holds up no event loop. One question per name at a time. Thread-safe.
 */
final class HostNames {
  private static final long IDLE_SECONDS = 10;

  private final @Nullable NameResolver resolver;
  private final Map<String, CompletableFuture<List<InetAddress>>> pending = new HashMap<>();
  private @Nullable ThreadPoolExecutor threads;

  /**
   * @param resolver what to ask, or null for the JDK
   */
  HostNames(@Nullable NameResolver resolver) {
    this.resolver = resolver;
  }

  /** The address that a text is, or null if it is a name. Resolves nothing. */
  static @Nullable InetAddress literal(String host) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
    try {
      return bytes == null ? null : InetAddress.getByAddress(host, bytes);
    } catch (UnknownHostException e) {
      // Only for bytes of another length than 4 or 16.
      return null;
    }
  }

  /**
   * Asks for the addresses of a name.
   *
   * @return fails with {@link UnknownHostException}, or whatever the resolver throws
   */
  CompletableFuture<List<InetAddress>> resolve(String host) {
    CompletableFuture<List<InetAddress>> answer;
    synchronized (this) {
      answer = pending.get(host);
      if (answer != null) {
        return answer;
      }
      answer = new CompletableFuture<>();
      pending.put(host, answer);
      CompletableFuture<List<InetAddress>> mine = answer;
      threads().execute(() -> ask(host, mine));
    }
    return answer;
  }

  private void ask(String host, CompletableFuture<List<InetAddress>> answer) {
    List<InetAddress> addresses = List.of();
    Throwable problem = null;
    try {
      addresses =
          resolver == null
              ? List.of(InetAddress.getAllByName(host))
              : List.copyOf(resolver.resolve(host));
      if (addresses.isEmpty()) {
        problem = new UnknownHostException(host + ": no address");
      }
    } catch (UnknownHostException | RuntimeException | Error e) {
      problem = e;
    }
    synchronized (this) {
      pending.remove(host);
    }
    if (problem == null) {
      answer.complete(addresses);
    } else {
      answer.completeExceptionally(problem);
    }
  }

  private ThreadPoolExecutor threads() {
    ThreadPoolExecutor running = threads;
    if (running == null) {
      running =
          new ThreadPoolExecutor(
              Limits.MAX_RESOLVING_THREADS,
              Limits.MAX_RESOLVING_THREADS,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              new DefaultThreadFactory("rpcx-names", true));
      running.allowCoreThreadTimeOut(true);
      threads = running;
    }
    return running;
  }

  /** Asks no more; attempts that wait for an answer have been given up already. */
  synchronized void close() {
    ThreadPoolExecutor running = threads;
    if (running != null) {
      running.shutdownNow();
    }
  }
}
