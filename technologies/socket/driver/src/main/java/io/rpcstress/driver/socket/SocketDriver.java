package io.rpcstress.driver.socket;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.ArrayList;
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
            perThread(
                "example",
                "a socket for each thread, as it comes; a message is read in two steps",
                ServerVariant.EXAMPLE),
            perThread(
                "tuned",
                "both sides: TCP_NODELAY, reads through a buffer, encoders kept from call to call",
                ServerVariant.TUNED),
            perThread(NO_DELAY, "the client's TCP_NODELAY alone", ServerVariant.EXAMPLE),
            perThread(BUFFERED, "the client reads through a buffer, alone", ServerVariant.EXAMPLE),
            perThread(
                REUSED,
                "the client's encoders, decoders and buffers kept from call to call, alone",
                ServerVariant.EXAMPLE),
            perThread("tuned-server", "the tuned server alone", ServerVariant.TUNED),
            new Variant(
                PIPELINED,
                "tuned, but one connection for all threads, with many calls open, matched by id",
                OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
                List.of(Kind.MULTIPLEXED),
                ServerVariant.TUNED)),
        List.of(Greeting.OPERATION.name(), Put.OPERATION.name()));
  }

  private static Variant perThread(String name, String what, ServerVariant server) {
    return new Variant(
        name, what, OwnPolicy.of(ConnectionPolicy.perThread()), List.of(Kind.PER_THREAD), server);
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
    return startsCalls(options)
        ? pipelined(setup, target.primary(), options)
        : perThread(setup, target.primary(), options);
  }

  /** An operation of these technologies is a line here, and one below. */
  private static Session perThread(Setup setup, Address server, DriverOptions options) {
    return new SharedSession(
        new CallerTable()
            .on(
                Greeting.OPERATION,
                thread -> OneAtATime.connected(new Greet(), setup, server, options))
            .on(
                Put.OPERATION,
                thread -> OneAtATime.connected(new PutEntry(), setup, server, options)),
        () -> {});
  }

  private static Session pipelined(Setup setup, Address server, DriverOptions options)
      throws CallException {
    List<Pipeline> pipelines = new ArrayList<>();
    int count = options.connections().count();
    Runnable end = () -> pipelines.forEach(Pipeline::shutDown);
    try {
      for (int i = 0; i < count; i++) {
        Pipeline pipeline = new Pipeline(setup, server, options);
        pipelines.add(pipeline);
        pipeline.connect();
      }
    } catch (CallException e) {
      end.run();
      throw e;
    }
    return new SharedSession(
        new CallerTable()
            .on(
                Greeting.OPERATION,
                thread -> new PipelinedCaller<>(pipelines.get(thread % count), new Greet()))
            .on(
                Put.OPERATION,
                thread -> new PipelinedCaller<>(pipelines.get(thread % count), new PutEntry())),
        end);
  }
}
