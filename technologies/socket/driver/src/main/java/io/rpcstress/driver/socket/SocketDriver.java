package io.rpcstress.driver.socket;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/** What the three technologies share: all but their language. Stateless. */
abstract class SocketDriver implements Driver {
  private static final String NO_DELAY = "no-delay";
  private static final String BUFFERED = "buffered";
  private static final String REUSED = "reused";
  private static final String PIPELINED = "pipelined";

  private final Idl idl;
  private final int type;
  private final String summary;

  SocketDriver(Idl idl, int type, String summary) {
    this.idl = idl;
    this.type = type;
    this.summary = summary;
  }

  @Override
  public final Technology technology() {
    return new Technology(
        idl.technology(),
        type,
        idl.defaultPort(),
        summary,
        List.of(
            Variant.perThread(
                "example",
                "a socket for each thread, with default options; a message is read in two steps",
                ServerVariant.EXAMPLE),
            Variant.perThread(
                "tuned",
                "both sides: TCP_NODELAY, reads through a buffer, encoders kept from call to call",
                ServerVariant.TUNED),
            Variant.perThread(NO_DELAY, "only the client's TCP_NODELAY", ServerVariant.EXAMPLE),
            Variant.perThread(
                BUFFERED, "only the client reads through a buffer", ServerVariant.EXAMPLE),
            Variant.perThread(
                REUSED,
                "only the client's encoders, decoders and buffers kept from call to call",
                ServerVariant.EXAMPLE),
            Variant.perThread("tuned-server", "only the server is tuned", ServerVariant.TUNED),
            Variant.multiplexed(
                PIPELINED,
                1,
                "tuned, but one connection for all threads, with many calls open, matched by id",
                ServerVariant.TUNED)),
        List.of(Greeting.OPERATION.name(), Put.OPERATION.name()));
  }

  @Override
  public final boolean startsCalls(DriverOptions options) {
    return options.connections().kind() == Kind.MULTIPLEXED;
  }

  @Override
  public final Session open(Target target, DriverOptions options) throws CallException {
    String variant = options.variant();
    boolean tuned = variant.equals("tuned") || variant.equals(PIPELINED);
    Setup setup =
        new Setup(
            idl,
            tuned || variant.equals(NO_DELAY),
            tuned || variant.equals(BUFFERED),
            tuned || variant.equals(REUSED));
    Address server = target.primary();
    if (!startsCalls(options)) {
      return new SharedSession(
          new CallerTable()
              .on(
                  Greeting.OPERATION,
                  thread -> OneAtATime.connected(MessageFormat.greet(), setup, server, options))
              .on(
                  Put.OPERATION,
                  thread -> OneAtATime.connected(MessageFormat.put(), setup, server, options)),
          () -> {});
    }
    Connections<Pipeline> pipelines =
        Connections.open(
            options.connections().count(),
            () -> new Pipeline(setup, server, options).connect(),
            Pipeline::shutDown);
    return new SharedSession(
        new CallerTable()
            .on(Greeting.OPERATION, thread -> pipelines.of(thread).caller(MessageFormat.greet()))
            .on(Put.OPERATION, thread -> pipelines.of(thread).caller(MessageFormat.put())),
        pipelines::close);
  }

  /**
   * How connections are set up: what the variants differ in.
   *
   * @param noDelay whether {@code TCP_NODELAY} is set
   * @param buffered whether as much as has arrived is read at a time
   * @param reused whether encoders, decoders and their buffers are kept from call to call
   */
  record Setup(Idl idl, boolean noDelay, boolean buffered, boolean reused) {}
}
