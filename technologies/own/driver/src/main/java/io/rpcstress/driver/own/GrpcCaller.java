package io.rpcstress.driver.own;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.contract.grpc.MessageMethods;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Unary calls whose requests and replies are bytes. A reply is right that comes with the status OK:
 * it is read, and not decoded. Thread-safe.
 */
final class GrpcCaller implements AsyncCaller<OwnCall.Request, byte[]> {
  private static final int MAX_STATUS_CHARS = 200;
  private static final byte[] DEFAULTS = {};

  private final GrpcChannels channels;
  private final int thread;
  private final Duration deadline;

  /** Made by the first call: all calls of a session are of one service. */
  private volatile @Nullable Method method;

  private record Method(Channel channel, MethodDescriptor<byte[], byte[]> descriptor) {}

  GrpcCaller(GrpcChannels channels, int thread, Duration deadline) {
    this.channels = channels;
    this.thread = thread;
    this.deadline = deadline;
  }

  private Method method(OwnCall.Service service) throws CallException {
    Method made = method;
    if (made == null) { // two threads may make two, which are as good as one
      Channel channel = channels.of(thread, service);
      Metadata metadata = new Metadata();
      service
          .headers()
          .forEach(
              each ->
                  metadata.put(
                      Metadata.Key.of(each.name(), Metadata.ASCII_STRING_MARSHALLER),
                      each.value()));
      made =
          new Method(
              metadata.keys().isEmpty()
                  ? channel
                  : ClientInterceptors.intercept(
                      channel, MetadataUtils.newAttachHeadersInterceptor(metadata)),
              MessageMethods.unary(service.method()));
      method = made;
    }
    return made;
  }

  private CallOptions options() {
    return CallOptions.DEFAULT.withDeadlineAfter(deadline.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static byte[] body(OwnCall.Request request) {
    byte[] body = request.body();
    return body == null ? DEFAULTS : body;
  }

  @Override
  public byte[] call(OwnCall.Request request) throws CallException, InterruptedException {
    Method called = method(request.service());
    try {
      return ClientCalls.blockingUnaryCall(
          called.channel(), called.descriptor(), options(), body(request));
    } catch (StatusRuntimeException e) {
      if (Thread.interrupted()) { // the call turns an interruption into CANCELLED and the flag
        throw new InterruptedException("interrupted in a call");
      }
      throw failure(e);
    }
  }

  @Override
  public CompletableFuture<byte[]> start(OwnCall.Request request) {
    Method called;
    try {
      called = method(request.service());
    } catch (CallException e) {
      return CompletableFuture.failedFuture(e);
    }
    CompletableFuture<byte[]> reply = new CompletableFuture<>();
    Futures.addCallback(
        ClientCalls.futureUnaryCall(
            called.channel().newCall(called.descriptor(), options()), body(request)),
        new FutureCallback<byte[]>() {
          @Override
          public void onSuccess(byte @Nullable [] body) {
            reply.complete(body);
          }

          @Override
          public void onFailure(Throwable e) {
            reply.completeExceptionally(failure(e));
          }
        },
        MoreExecutors.directExecutor());
    return reply;
  }

  /** Of a server that is none of this project's: every status but these two is its answer. */
  private CallException failure(Throwable e) {
    Status status = Status.fromThrowable(e);
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> new DeadlineExceededException(deadline);
      case UNAVAILABLE ->
          new CallException(
              NetworkFailures.neverConnected(e)
                      || NetworkFailures.cause(e, SSLException.class) != null
                  ? FailureKind.CONNECT
                  : FailureKind.DISCONNECTED,
              NetworkFailures.describe(e),
              e);
      default -> {
        String why = status.getDescription();
        String line = "gRPC status " + status.getCode() + (why == null ? "" : ": " + why);
        yield new CallException(FailureKind.REFUSED, PrintableText.of(line, MAX_STATUS_CHARS), e);
      }
    };
  }
}
