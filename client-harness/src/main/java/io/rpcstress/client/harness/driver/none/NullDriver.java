package io.rpcstress.client.harness.driver.none;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Operation;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

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
        List.of(Greeting.OPERATION.name()));
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    CallerTable callers = new CallerTable().on(Greeting.OPERATION, thread -> new Echo());
    return new Session() {
      @Override
      public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread)
          throws CallException {
        return callers.caller(operation, thread);
      }

      @Override
      public void close() {}
    };
  }

  /** Remembers the one request that it is asked over and over, and its answer. */
  private static final class Echo implements Caller<String, String> {

    private String asked = "";
    private String answer = "";

    @Override
    public String call(String request) {
      if (!request.equals(asked)) {
        asked = request;
        answer = Greeting.greet(request);
      }
      return answer;
    }
  }
}
