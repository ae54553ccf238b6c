package io.rpcstress.engine.none;

import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Answers inside the process, with a reply made once: what is left is the harness's own cost. */
public final class NullDriver implements Driver {

  /** Its name in options; no default list has it. */
  public static final String NAME = "null";

  @Override
  public Technology technology() {
    return new Technology(
        NAME,
        0,
        1,
        "no technology: a call inside the process, the harness's own cost",
        List.of(
            new Variant(
                "example",
                "returns a reply that was made before",
                OwnPolicy.of(ConnectionPolicy.perThread()),
                List.of(ConnectionPolicy.Kind.PER_THREAD))),
        Operations.all().stream().map(Operation::name).toList());
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public boolean isInProcess() {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    return new Session() {
      @Override
      public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread) {
        return new Answering<>(operation);
      }

      @Override
      public void close() {}
    };
  }

  /** Remembers the one request that it receives over and over, and its answer. */
  private static final class Answering<Q, R> implements AsyncCaller<Q, R> {

    /** Of final parts alone, since calls may be started from any thread. */
    private record Known<Q, R>(Q request, R answer, CompletableFuture<R> reply) {}

    private final Operation<Q, R> operation;
    private @Nullable Known<Q, R> known;

    Answering(Operation<Q, R> operation) {
      this.operation = operation;
    }

    @Override
    public R call(Q request) {
      return known(request).answer();
    }

    /** The reply is there at once, made once as the answer was: a future is no cost of the rig. */
    @Override
    public CompletableFuture<R> start(Q request) {
      return known(request).reply();
    }

    private Known<Q, R> known(Q request) {
      Known<Q, R> last = known;
      if (last == null || !request.equals(last.request())) {
        R answer = operation.answer(request);
        last = new Known<>(request, answer, CompletableFuture.completedFuture(answer));
        known = last;
      }
      return last;
    }
  }
}
