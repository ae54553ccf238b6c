package io.rpcstress.engine.load;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A driver whose calls follow a test's script, and that counts what the rig does with it. */
class ScriptedDriver implements Driver {

  /** What one call does, given the thread and how many calls that thread made before. */
  interface Behaviour {
    String call(int thread, int before, String request) throws CallException, InterruptedException;
  }

  /** What happens in a call before it is answered. */
  interface Step {
    void take(int thread, int before) throws CallException, InterruptedException;
  }

  static final Target NOWHERE = Target.of(new Address("127.0.0.1", 1));

  final AtomicInteger opened = new AtomicInteger();
  final AtomicInteger closed = new AtomicInteger();
  final AtomicInteger callers = new AtomicInteger();
  final AtomicIntegerArray calls;

  private final Behaviour behaviour;
  private final int threads;

  ScriptedDriver(int threads, Behaviour behaviour) {
    this.threads = threads;
    this.behaviour = behaviour;
    this.calls = new AtomicIntegerArray(threads);
  }

  static ScriptedDriver good(int threads) {
    return new ScriptedDriver(threads, (thread, before, request) -> Greeting.greet(request));
  }

  /** Answers every call that comes out of the step. */
  static ScriptedDriver after(int threads, Step step) {
    return new ScriptedDriver(
        threads,
        (thread, before, request) -> {
          step.take(thread, before);
          return Greeting.greet(request);
        });
  }

  /** Refuses those calls of each thread, counted from 0, and answers the others. */
  static ScriptedDriver refusing(int threads, IntPredicate calls) {
    return after(
        threads,
        (thread, before) -> {
          if (calls.test(before)) {
            throw new CallException(FailureKind.REFUSED, "no");
          }
        });
  }

  static DriverOptions options(int threads, Duration deadline) {
    return new DriverOptions("example", ConnectionPolicy.perThread(), threads, false, deadline);
  }

  Callers<String, String> callers(Duration deadline) {
    return callers(deadline, null);
  }

  Callers<String, String> callers(Duration deadline, @Nullable Duration lateAfter) {
    return new Callers<>(
        this, NOWHERE, options(threads, deadline), Greeting.OPERATION, 1, lateAfter);
  }

  @Override
  public Technology technology() {
    return new Technology("planted", 99, 1, "follows a test's script", List.of(), List.of("greet"));
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    opened.incrementAndGet();
    return new SharedSession(
        new CallerTable().on(Greeting.OPERATION, this::caller), closed::incrementAndGet);
  }

  private Caller<String, String> caller(int thread) {
    callers.incrementAndGet();
    return request -> behaviour.call(thread, calls.getAndIncrement(thread), request);
  }
}
