package io.rpcstress.driver.grpc;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.greet.proto.GreetAnswer;
import io.rpcstress.contract.greet.proto.GreetCall;
import io.rpcstress.contract.greet.proto.GreeterStreamGrpc;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server on a real socket that does what a name says: answers it at once, or keeps it until
 * released, or ends the stream, or answers without a request.
 */
final class ScriptedStreams extends GreeterStreamGrpc.GreeterStreamImplBase
    implements AutoCloseable {

  /** Streams opened so far. */
  final AtomicInteger opened = new AtomicInteger();

  /** Calls for which the stream was ended. */
  final AtomicInteger hangups = new AtomicInteger();

  private final Server server;
  private final Address address;

  ScriptedStreams() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(this)
            .build()
            .start();
    address = new Address("127.0.0.1", server.getPort());
  }

  Address address() {
    return address;
  }

  @Override
  public StreamObserver<GreetCall> calls(StreamObserver<GreetAnswer> answers) {
    opened.incrementAndGet();
    ServerCallStreamObserver<GreetAnswer> out = (ServerCallStreamObserver<GreetAnswer>) answers;
    out.disableAutoRequest();
    out.request(1);
    Deque<GreetCall> kept = new ArrayDeque<>();
    return new StreamObserver<>() {
      @Override
      public void onNext(GreetCall call) {
        switch (call.getName()) {
          case "keep" -> kept.push(call);
          case "release" -> {
            kept.forEach(each -> out.onNext(answer(each)));
            kept.clear();
            out.onNext(answer(call));
          }
          case "hangup" -> {
            hangups.incrementAndGet();
            out.onError(io.grpc.Status.UNAVAILABLE.asRuntimeException());
          }
          case "complete" -> out.onCompleted();
          case "twice" -> {
            out.onNext(answer(call));
            out.onNext(answer(call));
          }
          case "unrequested" ->
              out.onNext(GreetAnswer.newBuilder().setId(1_000_000).setMessage("?").build());
          case "empty" -> out.onNext(GreetAnswer.newBuilder().setId(call.getId()).build());
          case "refuse" ->
              out.onNext(GreetAnswer.newBuilder().setId(call.getId()).setRefused("no").build());
          case "deaf" -> {
            return; // asks for no further call
          }
          default -> out.onNext(answer(call));
        }
        out.request(1);
      }

      @Override
      public void onError(Throwable problem) {}

      @Override
      public void onCompleted() {}
    };
  }

  private static GreetAnswer answer(GreetCall call) {
    return GreetAnswer.newBuilder()
        .setId(call.getId())
        .setMessage(Greeting.greet(call.getName()))
        .build();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
