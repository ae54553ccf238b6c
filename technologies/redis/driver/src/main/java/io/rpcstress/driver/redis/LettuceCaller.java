package io.rpcstress.driver.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Connections;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Lettuce, on one of its connections, which many threads share. It matches replies in their order,
 * so that one that comes late is dropped with its command. Thread-safe.
 */
final class LettuceCaller<Q, R> implements AsyncCaller<Q, R> {

  /** How long its threads may take to end, s. */
  private static final long END_SECONDS = 2;

  private final RedisCommand<Q, R> command;

  /** The command, of which Lettuce does not know by itself. */
  private final ProtocolKeyword name;

  private final RedisAsyncCommands<byte[], byte[]> commands;
  private final Duration deadline;
  private final LettuceFailures failures;

  private LettuceCaller(
      RedisCommand<Q, R> command, RedisAsyncCommands<byte[], byte[]> commands, Duration deadline) {
    this.command = command;
    this.name = command::name;
    this.commands = commands;
    this.deadline = deadline;
    this.failures = new LettuceFailures(deadline);
  }

  private static SslOptions encryption(TlsSide tls) {
    SslOptions.Builder builder = SslOptions.builder().jdkSslProvider().trustManager(tls.trusted());
    if (tls.key() != null) {
      builder.keyManager(tls.certificate(), tls.key(), new char[0]);
    }
    return builder.build();
  }

  /** Makes all connections; threads are spread over them in turn. */
  static Session open(Address server, DriverOptions options) throws CallException {
    ClientResources resources =
        DefaultClientResources.builder()
            // Names as the JDK resolves them, for all technologies alike.
            .addressResolverGroup(DefaultAddressResolverGroup.INSTANCE)
            // It would measure for itself wherever the class path has a library for it.
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .build();
    RedisClient client =
        RedisClient.create(
            resources,
            RedisURI.builder()
                .withHost(server.host())
                .withPort(server.port())
                .withTimeout(options.deadline())
                .withSsl(options.tls() != null)
                .build());
    ClientOptions.Builder settings = ClientOptions.builder();
    TlsSide tls = options.tls();
    if (tls != null) {
      settings.sslOptions(encryption(tls));
    }
    client.setOptions(
        settings
            .socketOptions(SocketOptions.builder().connectTimeout(options.connectTimeout()).build())
            .timeoutOptions(TimeoutOptions.enabled())
            // Its default keeps what was sent on a lost connection, and sends it again on the next.
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    Runnable end = () -> end(client, resources);
    try {
      Connections<RedisAsyncCommands<byte[], byte[]>> connections =
          Connections.open(
              options.connections().count(),
              () -> client.connect(ByteArrayCodec.INSTANCE).async(),
              connection -> {}); // the client ends them
      Duration deadline = options.deadline();
      return new SharedSession(
          new CallerTable()
              .on(
                  Greeting.OPERATION,
                  thread ->
                      new LettuceCaller<>(RedisCommand.greet(), connections.of(thread), deadline))
              .on(
                  Put.OPERATION,
                  thread ->
                      new LettuceCaller<>(RedisCommand.put(), connections.of(thread), deadline))
              .on(
                  Message.OPERATION,
                  thread ->
                      Messages.reading(
                          new LettuceCaller<>(
                              RedisCommand.message(), connections.of(thread), deadline))),
          end);
    } catch (RedisException e) {
      end.run();
      throw new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
  }

  private static void end(RedisClient client, ClientResources resources) {
    client.shutdown(0, END_SECONDS, TimeUnit.SECONDS);
    resources
        .shutdown(0, END_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(END_SECONDS, TimeUnit.SECONDS);
  }

  private RedisFuture<byte[]> send(Q request) {
    CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
    for (byte[] each : command.arguments().apply(request)) {
      arguments.add(each);
    }
    return commands.dispatch(name, new ValueOutput<>(ByteArrayCodec.INSTANCE), arguments);
  }

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    RedisFuture<byte[]> sent;
    try {
      sent = send(request);
    } catch (RedisException e) {
      throw failures.of(e);
    }
    try {
      return reply(sent.get(deadline.toNanos(), TimeUnit.NANOSECONDS));
    } catch (ExecutionException e) {
      throw failures.of(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      sent.cancel(true); // its reply, when it comes, is dropped
      throw new DeadlineExceededException(deadline);
    }
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    CompletableFuture<R> reply = new CompletableFuture<>();
    try {
      var unused =
          send(request)
              .whenComplete(
                  (text, problem) -> {
                    try {
                      if (problem != null) {
                        throw failures.of(problem);
                      }
                      reply.complete(reply(text));
                    } catch (CallException e) {
                      reply.completeExceptionally(e);
                    }
                  });
    } catch (RedisException e) {
      reply.completeExceptionally(failures.of(e));
    }
    return reply;
  }

  private R reply(byte @Nullable [] text) throws CallException {
    if (text == null) {
      throw new CallException(FailureKind.PROTOCOL, "the reply is no string");
    }
    return command.reply().apply(text);
  }
}
