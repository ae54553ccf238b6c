package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.ServiceCentre;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** Whole calls over loopback, client and service centre in one process: the sum of the parts. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CallBenchmark {
  private static final int FUTURES = 64;
  private static final int CALLERS = 10;
  private static final String NAME = "0123456789abcdef";

  /** Version of the wire. */
  @Param({"1.0", "1.2"})
  public String wire = "1.2";

  private final ServiceCentre centre =
      ServiceCentre.builder().publish(new Workload.Service()).start();
  private final RPCX first = client(centre, Limits.DEFAULTS);
  private RPCX rpcx = first;
  private Workload.Client client = rpcx.client(Workload.Client.class);

  private static RPCX client(ServiceCentre to, Limits limits) {
    return RPCX.builder().address(to.address()).port(to.port()).limits(limits).build();
  }

  /** Connects. */
  @Setup
  public void connect() {
    if ("1.0".equals(wire)) {
      rpcx = client(centre, Limits.builder().maxMethodNumbers(0).build());
    }
    client = rpcx.connect().client(Workload.Client.class);
  }

  /** Closes all. */
  @TearDown
  public void close() {
    rpcx.close();
    first.close();
    centre.close();
  }

  /** One caller, which writes by itself and waits. */
  @Benchmark
  public String lone() {
    return client.greet(NAME);
  }

  /** One of ten callers on one connection. */
  @Benchmark
  @Threads(CALLERS)
  public String shared() {
    return client.greet(NAME);
  }

  /** One of 64 futures of one thread: nobody is woken for each. */
  @Benchmark
  @OperationsPerInvocation(FUTURES)
  public String futures() {
    CompletableFuture<?>[] calls = new CompletableFuture<?>[FUTURES - 1];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = client.greetAsync(NAME);
    }
    String last = client.greet(NAME);
    var unused = CompletableFuture.allOf(calls).join();
    return last;
  }
}
