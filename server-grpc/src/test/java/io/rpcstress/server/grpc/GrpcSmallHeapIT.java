package io.rpcstress.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.listecho.proto.EchoAnswer;
import io.rpcstress.contract.listecho.proto.EchoCall;
import io.rpcstress.contract.listecho.proto.EchoReply;
import io.rpcstress.contract.listecho.proto.EchoRequest;
import io.rpcstress.contract.listecho.proto.Item;
import io.rpcstress.contract.listecho.proto.ListEchoGrpc;
import io.rpcstress.contract.listecho.proto.ListEchoStreamGrpc;
import io.rpcstress.server.base.ServerProcess;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that take no list leave a server of 64 MiB to others, on real sockets. */
@Timeout(300)
class GrpcSmallHeapIT {
  private static final int HEAP_MEBIBYTES = 64;
  private static final int PEERS = 10;
  private static final int LISTS_OF_ONE = 15;
  private static final int GOOD_CALLS = 50;
  private static final int USUAL = 100;
  private static final int WINDOW_BYTES = 64 * 1024;

  private static ManagedChannel channel(InetSocketAddress server) {
    return NettyChannelBuilder.forAddress(server).usePlaintext().build();
  }

  /** Of its own a client takes whole lists into its memory before anybody asks for them. */
  private static ManagedChannel deaf(InetSocketAddress server) {
    return NettyChannelBuilder.forAddress(server)
        .flowControlWindow(WINDOW_BYTES)
        .usePlaintext()
        .build();
  }

  private static List<Item> items(int elements) {
    Item item = Item.newBuilder().setId(1).setName("n".repeat(ListEcho.MAX_NAME_BYTES)).build();
    return Collections.nCopies(elements, item);
  }

  /** Begins a call whose answer is not taken; waits until it is begun, or refused. */
  private static <Q, R> void ask(
      ManagedChannel channel, MethodDescriptor<Q, R> method, Q request, boolean ends)
      throws Exception {
    CompletableFuture<Void> heard = new CompletableFuture<>();
    ClientCall<Q, R> call = channel.newCall(method, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onHeaders(Metadata headers) {
            heard.complete(null);
          }

          @Override
          public void onClose(Status status, @Nullable Metadata trailers) {
            heard.complete(null);
          }
        },
        new Metadata());
    call.sendMessage(request);
    if (ends) {
      call.halfClose();
    }
    heard.get(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** What makes calls of a technology that are answered. */
  private interface Echoing {
    /** How many elements come back of a list of so many; less than 0 where it is refused. */
    int echo(ManagedChannel channel, int elements) throws Exception;
  }

  private static <Q, R> void takesNoList(
      String technology, MethodDescriptor<Q, R> method, Q longest, boolean ends, Echoing echoing)
      throws Exception {
    List<ManagedChannel> deaf = new ArrayList<>();
    try (ServerProcess server = ServerProcess.readyInHeap(HEAP_MEBIBYTES, technology)) {
      ManagedChannel good = channel(server.address());
      try {
        for (int i = 0; i < PEERS; i++) {
          ManagedChannel peer = deaf(server.address());
          deaf.add(peer);
          for (int j = 0; j < LISTS_OF_ONE; j++) {
            ask(peer, method, longest, ends);
          }
        }
        assertThat(server.usage().callsFailed()).as("lists that were refused").isPositive();
        for (int i = 0; i < GOOD_CALLS; i++) {
          assertThat(echoing.echo(good, USUAL)).isEqualTo(USUAL);
        }
        assertThat(echoing.echo(good, ListEcho.MAX_ELEMENTS)).isEqualTo(ListEcho.MAX_ELEMENTS);
        deaf.forEach(ManagedChannel::shutdownNow);
        Awaitility.await()
            .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
            .until(() -> echoing.echo(good, ListEcho.MAX_ELEMENTS) == ListEcho.MAX_ELEMENTS);
      } finally {
        deaf.forEach(ManagedChannel::shutdownNow);
        good.shutdownNow();
      }
      assertThat(server.isAlive()).isTrue();
      assertThat(server.err()).noneMatch(line -> line.contains("OutOf"));
    }
  }

  private static int echo(ManagedChannel channel, int elements) {
    try {
      EchoReply reply =
          ListEchoGrpc.newBlockingStub(channel)
              .withDeadlineAfter(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
              .echo(EchoRequest.newBuilder().addAllItems(items(elements)).build());
      return reply.getItemsCount();
    } catch (StatusRuntimeException refused) {
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      return -1;
    }
  }

  /** On a stream of its own. */
  private static int echoOnStream(ManagedChannel channel, int elements) throws Exception {
    CompletableFuture<Integer> answered = new CompletableFuture<>();
    StreamObserver<EchoCall> out =
        ListEchoStreamGrpc.newStub(channel)
            .calls(
                new StreamObserver<>() {
                  @Override
                  public void onNext(EchoAnswer answer) {
                    answered.complete(answer.hasItems() ? answer.getItems().getItemsCount() : -1);
                  }

                  @Override
                  public void onError(Throwable problem) {
                    answered.completeExceptionally(problem);
                  }

                  @Override
                  public void onCompleted() {
                    answered.complete(-1);
                  }
                });
    out.onNext(EchoCall.newBuilder().setId(1).addAllItems(items(elements)).build());
    out.onCompleted();
    return answered.get(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void unaryCalls() throws Exception {
    EchoRequest longest =
        EchoRequest.newBuilder().addAllItems(items(ListEcho.MAX_ELEMENTS)).build();
    takesNoList("grpc", ListEchoGrpc.getEchoMethod(), longest, true, GrpcSmallHeapIT::echo);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void streams(boolean ends) throws Exception {
    EchoCall longest =
        EchoCall.newBuilder().setId(1).addAllItems(items(ListEcho.MAX_ELEMENTS)).build();
    takesNoList(
        "grpc-stream",
        ListEchoStreamGrpc.getCallsMethod(),
        longest,
        ends,
        GrpcSmallHeapIT::echoOnStream);
  }
}
