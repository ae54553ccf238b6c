package io.rpcstress.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.CodedOutputStream;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.listecho.proto.EchoAnswer;
import io.rpcstress.contract.listecho.proto.EchoCall;
import io.rpcstress.contract.listecho.proto.EchoReply;
import io.rpcstress.contract.listecho.proto.EchoRequest;
import io.rpcstress.contract.listecho.proto.Item;
import io.rpcstress.contract.listecho.proto.ListEchoGrpc;
import io.rpcstress.contract.listecho.proto.ListEchoStreamGrpc;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.ServerOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists on a real server: the longest, one element more, and elements without anything in them. */
@Timeout(120)
class BoundedListsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Item ITEM =
      Item.newBuilder()
          .setId(Long.MIN_VALUE)
          .setName("x".repeat(ListEcho.MAX_NAME_BYTES))
          .setQuantity(Integer.MIN_VALUE)
          .setActive(true)
          .build();

  private GrpcServer server = GrpcServer.unary();
  private ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", 1).build();

  private void start(GrpcServer started) throws Exception {
    server = started;
    InetSocketAddress address =
        started.start(
            new ServerOptions(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ServerVariant.EXAMPLE,
                20,
                LONG),
            new CallCounter());
    channel.shutdownNow();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", address.getPort()).usePlaintext().build();
  }

  @AfterEach
  void stop() throws InterruptedException {
    channel.shutdownNow();
    server.drain(LONG);
  }

  private static EchoRequest request(int elements) {
    return EchoRequest.newBuilder().addAllItems(Collections.nCopies(elements, ITEM)).build();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, ListEcho.MAX_ELEMENTS})
  void aListComesBackAsItWent(int elements) throws Exception {
    start(GrpcServer.unary());
    EchoRequest request = request(elements);
    for (String compressor : new String[] {"identity", "gzip"}) {
      EchoReply reply =
          ListEchoGrpc.newBlockingStub(channel).withCompression(compressor).echo(request);
      assertThat(reply.getItemsList()).isEqualTo(request.getItemsList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip"})
  void oneElementMoreIsRefusedAndSoIsALongerName(String compressor) throws Exception {
    start(GrpcServer.unary());
    EchoRequest empty =
        EchoRequest.newBuilder()
            .addAllItems(Collections.nCopies(400_000, Item.getDefaultInstance()))
            .build();
    for (EchoRequest each :
        new EchoRequest[] {
          request(ListEcho.MAX_ELEMENTS).toBuilder().addItems(Item.getDefaultInstance()).build(),
          empty
        }) {
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(
              () -> {
                var unused =
                    ListEchoGrpc.newBlockingStub(channel).withCompression(compressor).echo(each);
              })
          // Not 400,000: no more than one element too many was read.
          .withMessage("INVALID_ARGUMENT: a list of 10001 elements: at most 10000");
    }
    Item longer = ITEM.toBuilder().setName(ITEM.getName() + "x").build();
    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(
            () -> {
              var unused =
                  ListEchoGrpc.newBlockingStub(channel)
                      .echo(EchoRequest.newBuilder().addItems(longer).build());
            })
        .withMessageContaining("INVALID_ARGUMENT")
        .withMessageContaining("65 characters");
  }

  @Test
  void elementsBehindAnUnknownGroupAreCountedToo() throws Exception {
    start(GrpcServer.unary());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeTag(7, 3); // a group begins, and ends
    out.writeTag(7, 4);
    for (int i = 0; i < 100_000; i++) {
      out.writeMessage(EchoRequest.ITEMS_FIELD_NUMBER, Item.getDefaultInstance());
    }
    out.flush();
    var method =
        ListEchoGrpc.getEchoMethod().toBuilder(
                new io.grpc.MethodDescriptor.Marshaller<byte[]>() {
                  @Override
                  public InputStream stream(byte[] message) {
                    return new ByteArrayInputStream(message);
                  }

                  @Override
                  public byte[] parse(InputStream message) {
                    throw new UnsupportedOperationException("only sent");
                  }
                },
                ListEchoGrpc.getEchoMethod().getResponseMarshaller())
            .build();
    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(
            () -> {
              var unused =
                  ClientCalls.blockingUnaryCall(
                      channel, method, CallOptions.DEFAULT, bytes.toByteArray());
            })
        .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT))
        .withMessageContaining("10001");
  }

  @Test
  void onAStreamTheCallIsRefusedAndTheStreamGoesOn() throws Exception {
    start(GrpcServer.streams());
    BlockingQueue<EchoAnswer> answers = new LinkedBlockingQueue<>();
    StreamObserver<EchoCall> calls =
        ListEchoStreamGrpc.newStub(channel)
            .calls(
                new StreamObserver<>() {
                  @Override
                  public void onNext(EchoAnswer answer) {
                    answers.add(answer);
                  }

                  @Override
                  public void onError(Throwable e) {}

                  @Override
                  public void onCompleted() {}
                });
    calls.onNext(
        EchoCall.newBuilder()
            .setId(1)
            .addAllItems(Collections.nCopies(100_000, Item.getDefaultInstance()))
            .build());
    EchoAnswer refused = answers.poll(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(refused).isNotNull();
    assertThat(refused.getId()).isEqualTo(1);
    assertThat(refused.getRefused()).contains("10001");
    calls.onNext(EchoCall.newBuilder().setId(2).addItems(ITEM).build());
    EchoAnswer answer = answers.poll(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(answer).isNotNull();
    assertThat(answer.getId()).isEqualTo(2);
    assertThat(answer.getItems().getItemsList()).containsExactly(ITEM);
    calls.onCompleted();
  }
}
