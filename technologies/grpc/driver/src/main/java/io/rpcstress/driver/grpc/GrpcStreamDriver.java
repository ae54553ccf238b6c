package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Replies;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** gRPC's bidirectional streams: a stream stays open, and carries calls that are matched by id. */
public final class GrpcStreamDriver implements Driver {

  private static final String EXAMPLE = "example";
  private static final String TUNED = "tuned";
  private static final String OWN_STREAM = "own-stream";

  @Override
  public Technology technology() {
    return new Technology(
            "grpc-stream",
            8,
            9008,
            "gRPC, calls on bidirectional streams, matched by id",
            List.of(
                GrpcDriver.variant(
                    EXAMPLE,
                    "one channel, one stream on it that all threads share, default executors",
                    ServerVariant.EXAMPLE),
                GrpcDriver.variant(
                    TUNED,
                    "a stream for each thread, answers read on the event loop, flow-control window of"
                        + " 1 MiB; server: directExecutor, the same window",
                    ServerVariant.TUNED),
                GrpcDriver.variant(
                    OWN_STREAM,
                    "the example, and a stream for each thread on the one channel",
                    ServerVariant.EXAMPLE)),
            List.of(Greeting.OPERATION.name(), Put.OPERATION.name(), ListEcho.OPERATION.name()))
        .carriedAs(Carriage.GRPC_STREAM)
        .encrypting()
        .compressing(Compression.GZIP);
  }

  @Override
  public boolean startsCalls(DriverOptions options) {
    return true;
  }

  @Override
  public Session open(Target target, DriverOptions options) {
    Channels channels = new Channels(target, options, builder -> set(builder, options.variant()));
    // An operation of this technology is a line here: only the one that is called is loaded.
    CallerTable callers =
        new CallerTable()
            .on(Greeting.OPERATION, callers(Methods::greetStream, channels, options))
            .on(Put.OPERATION, callers(Methods::putStream, channels, options))
            .on(ListEcho.OPERATION, callers(Methods::listEchoStream, channels, options));
    return new SharedSession(callers, channels::close);
  }

  private static void set(NettyChannelBuilder builder, String variant) {
    if (variant.equals(TUNED)) {
      builder.directExecutor().flowControlWindow(Channels.FLOW_CONTROL_WINDOW);
    }
  }

  /** Its classes are loaded when it is called. */
  private static <Q, R, M, A> CallerTable.Maker<Q, R> callers(
      Supplier<StreamMethod<Q, R, M, A>> method, Channels channels, DriverOptions options) {
    if (!options.variant().equals(EXAMPLE)) {
      return thread -> new StreamCaller<>(method.get(), channels.of(thread), options.deadline());
    }
    Map<Channel, StreamCaller<Q, R, M, A>> shared = new ConcurrentHashMap<>();
    return thread ->
        Replies.shared(
            shared.computeIfAbsent(
                channels.of(thread),
                channel -> new StreamCaller<>(method.get(), channel, options.deadline())));
  }
}
