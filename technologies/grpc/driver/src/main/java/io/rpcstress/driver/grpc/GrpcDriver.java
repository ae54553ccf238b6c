package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.AbstractStub;
import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.Streams;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Compression;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Unary gRPC. A channel is one connection, made by its first call, as in the example. */
public final class GrpcDriver implements Driver {

  private static final String EXAMPLE = "example";
  private static final String TUNED = "tuned";
  private static final String NO_RETRY = "no-retry";
  private static final String WINDOW = "window";
  private static final String TUNED_SERVER = "tuned-server";
  private static final String NO_DEADLINE = "no-deadline";
  private static final String GO = "go";

  @Override
  public Technology technology() {
    return new Technology(
            "grpc",
            2,
            9002,
            "gRPC, unary calls with a blocking stub",
            List.of(
                variant(
                    EXAMPLE,
                    "the hello-world example: one channel, plain text, default executors",
                    ServerVariant.EXAMPLE),
                variant(
                    TUNED,
                    "retries off, window of 1 MiB, directExecutor for started calls; server: directExecutor, the same window",
                    ServerVariant.TUNED),
                variant(
                    NO_RETRY,
                    "the example, and disableRetry: no call is kept to be sent again",
                    ServerVariant.EXAMPLE),
                variant(
                    WINDOW,
                    "the example, and a flow-control window of 1 MiB: no pings to estimate one",
                    ServerVariant.EXAMPLE),
                variant(
                    TUNED_SERVER,
                    "the example's client, and the tuned server",
                    ServerVariant.TUNED),
                variant(
                    NO_DEADLINE,
                    "the example to the letter, no deadline on a call: shows what a deadline costs",
                    ServerVariant.EXAMPLE),
                variant(GO, "the example's client, and a server in Go", ServerVariant.GO)),
            List.of(
                Greeting.OPERATION.name(),
                Put.OPERATION.name(),
                ListEcho.OPERATION.name(),
                PlaceOrder.OPERATION.name(),
                Message.OPERATION.name(),
                Streams.FROM_SERVER.name(),
                Streams.FROM_CLIENT.name(),
                Streams.CHAT.name()))
        .carriedAs(Carriage.GRPC, GO)
        .balancing()
        .encrypting(GO)
        .compressing(Compression.GZIP, GO);
  }

  /** A variant of a technology of this family: all of them share channels alike. */
  static Variant variant(String name, String summary, ServerVariant server) {
    return new Variant(
        name,
        summary,
        OwnPolicy.of(ConnectionPolicy.multiplexed(1)),
        List.of(Kind.MULTIPLEXED, Kind.PER_THREAD),
        server);
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
            .on(Greeting.OPERATION, thread -> caller(Methods.greet(), channels.of(thread), options))
            .on(Put.OPERATION, thread -> caller(Methods.put(), channels.of(thread), options))
            .on(
                ListEcho.OPERATION,
                thread -> caller(Methods.listEcho(), channels.of(thread), options))
            .on(
                PlaceOrder.OPERATION,
                thread -> caller(Methods.placeOrder(), channels.of(thread), options))
            .on(
                Message.OPERATION,
                thread -> Messages.reading(caller(Methods.message(), channels.of(thread), options)))
            .on(Streams.FROM_SERVER, thread -> streams(channels.of(thread), options).fromServer())
            .on(Streams.FROM_CLIENT, thread -> streams(channels.of(thread), options).fromClient())
            .on(Streams.CHAT, thread -> streams(channels.of(thread), options).chat());
    return new SharedSession(callers, channels::close);
  }

  private static <Q, R, B extends AbstractStub<B>, F extends AbstractStub<F>, M, A>
      StubCaller<Q, R, B, F, M, A> caller(
          UnaryMethod<Q, R, B, F, M, A> method, ManagedChannel channel, DriverOptions options) {
    return new StubCaller<>(
        method,
        channel,
        options.deadline(),
        !options.variant().equals(NO_DEADLINE),
        executor(options));
  }

  private static StreamCalls streams(ManagedChannel channel, DriverOptions options) {
    return new StreamCalls(channel, options.deadline(), executor(options));
  }

  /** Where calls end that no thread waits for; null: on the channel's own. */
  private static @Nullable Executor executor(DriverOptions options) {
    return options.variant().equals(TUNED) ? MoreExecutors.directExecutor() : null;
  }

  private static void set(NettyChannelBuilder builder, String variant) {
    if (variant.equals(NO_RETRY) || variant.equals(TUNED)) {
      builder.disableRetry();
    }
    if (variant.equals(WINDOW) || variant.equals(TUNED)) {
      builder.flowControlWindow(Channels.FLOW_CONTROL_WINDOW);
    }
  }
}
