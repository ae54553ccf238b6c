package org.example.toy;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.io.IOException;
import java.util.List;
import org.example.toy.wire.Connection;
import org.example.toy.wire.Schema;

/** A technology of somebody else's: a client library and a schema of its own, a socket a thread. */
public final class ToyDriver implements Driver {

  @Override
  public Technology technology() {
    return new Technology(
        "toy",
        77,
        9077,
        "frames of somebody else's",
        List.of(
            new Variant(
                "example",
                "a socket for each thread",
                OwnPolicy.of(ConnectionPolicy.perThread()),
                List.of(Kind.PER_THREAD))),
        List.of(Greeting.OPERATION.name()));
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    Schema schema;
    try {
      schema = Schema.load();
    } catch (IOException e) {
      throw new CallException(FailureKind.INTERNAL, e.getMessage(), e);
    }
    System.err.println("toy runs on " + System.getProperty("java.class.path"));
    return new SharedSession(
        new CallerTable().on(Greeting.OPERATION, thread -> caller(schema, target, options)),
        () -> {});
  }

  private static Caller<String, String> caller(
      Schema schema, Target target, DriverOptions options) throws CallException {
    Connection connection;
    try {
      connection =
          new Connection(
              target.primary().host(),
              target.primary().port(),
              Math.toIntExact(options.connectTimeout().toMillis()),
              Math.toIntExact(options.deadline().toMillis()));
    } catch (IOException e) {
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
    int method = schema.number("greet");
    return new Caller<String, String>() {
      @Override
      public String call(String request) throws CallException {
        try {
          return connection.exchange(method, request);
        } catch (IOException e) {
          close(); // a late reply must not answer the next call
          if (NetworkFailures.timedOut(e)) {
            throw new DeadlineExceededException(options.deadline());
          }
          throw new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
        }
      }

      @Override
      public void close() {
        connection.close();
      }
    };
  }
}
