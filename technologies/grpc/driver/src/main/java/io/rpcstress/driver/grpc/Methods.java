package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.stub.AbstractStub;
import io.grpc.stub.ClientCalls;
import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.Product;
import io.rpcstress.contract.greet.proto.GreetAnswer;
import io.rpcstress.contract.greet.proto.GreetCall;
import io.rpcstress.contract.greet.proto.GreetReply;
import io.rpcstress.contract.greet.proto.GreetRequest;
import io.rpcstress.contract.greet.proto.GreeterGrpc;
import io.rpcstress.contract.greet.proto.GreeterStreamGrpc;
import io.rpcstress.contract.grpc.MessageMethods;
import io.rpcstress.contract.listecho.proto.EchoAnswer;
import io.rpcstress.contract.listecho.proto.EchoCall;
import io.rpcstress.contract.listecho.proto.EchoReply;
import io.rpcstress.contract.listecho.proto.EchoRequest;
import io.rpcstress.contract.listecho.proto.ListEchoGrpc;
import io.rpcstress.contract.listecho.proto.ListEchoStreamGrpc;
import io.rpcstress.contract.placeorder.proto.Confirmation;
import io.rpcstress.contract.placeorder.proto.OrderFlowGrpc;
import io.rpcstress.contract.put.proto.PutAnswer;
import io.rpcstress.contract.put.proto.PutCall;
import io.rpcstress.contract.put.proto.PutReply;
import io.rpcstress.contract.put.proto.PutRequest;
import io.rpcstress.contract.put.proto.StoreGrpc;
import io.rpcstress.contract.put.proto.StoreStreamGrpc;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.ArrayList;
import java.util.List;

/** The operations with generated stubs. Each method makes one and loads its classes alone. */
final class Methods {
  private Methods() {}

  static UnaryMethod<String, String, ?, ?, ?, ?> greet() {
    return new UnaryMethod<>(
        GreeterGrpc::newBlockingStub,
        GreeterGrpc::newFutureStub,
        GreeterGrpc.GreeterBlockingStub::greet,
        GreeterGrpc.GreeterFutureStub::greet,
        name -> GreetRequest.newBuilder().setName(name).build(),
        GreetReply::getMessage);
  }

  static UnaryMethod<Entry, Boolean, ?, ?, ?, ?> put() {
    return new UnaryMethod<>(
        StoreGrpc::newBlockingStub,
        StoreGrpc::newFutureStub,
        StoreGrpc.StoreBlockingStub::put,
        StoreGrpc.StoreFutureStub::put,
        entry ->
            PutRequest.newBuilder()
                .setKey(ByteString.copyFrom(entry.key()))
                .setValue(ByteString.copyFrom(entry.value()))
                .build(),
        PutReply::getSuccess);
  }

  static UnaryMethod<List<Item>, List<Item>, ?, ?, ?, ?> listEcho() {
    return new UnaryMethod<>(
        ListEchoGrpc::newBlockingStub,
        ListEchoGrpc::newFutureStub,
        ListEchoGrpc.ListEchoBlockingStub::echo,
        ListEchoGrpc.ListEchoFutureStub::echo,
        items -> EchoRequest.newBuilder().addAllItems(messages(items)).build(),
        (EchoReply reply) -> items(reply.getItemsList()));
  }

  static UnaryMethod<Order, io.rpcstress.contract.Confirmation, ?, ?, ?, ?> placeOrder() {
    return new UnaryMethod<>(
        OrderFlowGrpc::newBlockingStub,
        OrderFlowGrpc::newFutureStub,
        OrderFlowGrpc.OrderFlowBlockingStub::submitOrder,
        OrderFlowGrpc.OrderFlowFutureStub::submitOrder,
        Methods::message,
        (Confirmation reply) ->
            new io.rpcstress.contract.Confirmation(reply.getOrder(), reply.getSuccess()));
  }

  /** The bytes of messages, by a stub that no generator wrote: what they are is their pack's. */
  static UnaryMethod<Message.Request, byte[], ?, ?, ?, ?> message() {
    return new UnaryMethod<>(
        MessageStub::of,
        MessageStub::of,
        MessageStub::call,
        MessageStub::start,
        (Message.Request request) -> request,
        (byte[] reply) -> reply);
  }

  private static final class MessageStub extends AbstractStub<MessageStub> {

    private MessageStub(Channel channel, CallOptions options) {
      super(channel, options);
    }

    static MessageStub of(Channel channel) {
      return new MessageStub(channel, CallOptions.DEFAULT)
          .withMaxInboundMessageSize(Message.MAX_BYTES);
    }

    @Override
    protected MessageStub build(Channel channel, CallOptions options) {
      return new MessageStub(channel, options);
    }

    byte[] call(Message.Request request) {
      return ClientCalls.blockingUnaryCall(
          getChannel(), MessageMethods.of(request.encoding()), getCallOptions(), request.encode());
    }

    ListenableFuture<byte[]> start(Message.Request request) {
      return ClientCalls.futureUnaryCall(
          getChannel().newCall(MessageMethods.of(request.encoding()), getCallOptions()),
          request.encode());
    }
  }

  static StreamMethod<String, String, GreetCall, GreetAnswer> greetStream() {
    return new StreamMethod<>(
        (channel, answers) -> GreeterStreamGrpc.newStub(channel).calls(answers),
        (id, name) -> GreetCall.newBuilder().setId(id).setName(name).build(),
        GreetAnswer::getId,
        answer ->
            switch (answer.getResultCase()) {
              case MESSAGE -> answer.getMessage();
              case REFUSED -> throw refused(answer.getRefused());
              case RESULT_NOT_SET -> throw empty();
            });
  }

  static StreamMethod<Entry, Boolean, PutCall, PutAnswer> putStream() {
    return new StreamMethod<>(
        (channel, answers) -> StoreStreamGrpc.newStub(channel).calls(answers),
        (id, entry) ->
            PutCall.newBuilder()
                .setId(id)
                .setKey(ByteString.copyFrom(entry.key()))
                .setValue(ByteString.copyFrom(entry.value()))
                .build(),
        PutAnswer::getId,
        answer ->
            switch (answer.getResultCase()) {
              case SUCCESS -> answer.getSuccess();
              case REFUSED -> throw refused(answer.getRefused());
              case RESULT_NOT_SET -> throw empty();
            });
  }

  static StreamMethod<List<Item>, List<Item>, EchoCall, EchoAnswer> listEchoStream() {
    return new StreamMethod<>(
        (channel, answers) -> ListEchoStreamGrpc.newStub(channel).calls(answers),
        (id, items) -> EchoCall.newBuilder().setId(id).addAllItems(messages(items)).build(),
        EchoAnswer::getId,
        answer ->
            switch (answer.getResultCase()) {
              case ITEMS -> items(answer.getItems().getItemsList());
              case REFUSED -> throw refused(answer.getRefused());
              case RESULT_NOT_SET -> throw empty();
            });
  }

  private static CallException refused(String why) {
    return new CallException(FailureKind.REFUSED, why);
  }

  private static CallException empty() {
    return new CallException(FailureKind.PROTOCOL, "an empty answer");
  }

  /** What a program pays that has types of its own, as in the methods below. */
  private static List<io.rpcstress.contract.listecho.proto.Item> messages(List<Item> items) {
    List<io.rpcstress.contract.listecho.proto.Item> messages = new ArrayList<>(items.size());
    for (Item each : items) {
      messages.add(
          io.rpcstress.contract.listecho.proto.Item.newBuilder()
              .setId(each.id())
              .setName(each.name())
              .setQuantity(each.quantity())
              .setActive(each.active())
              .build());
    }
    return messages;
  }

  private static List<Item> items(List<io.rpcstress.contract.listecho.proto.Item> messages) {
    List<Item> items = new ArrayList<>(messages.size());
    for (io.rpcstress.contract.listecho.proto.Item each : messages) {
      items.add(new Item(each.getId(), each.getName(), each.getQuantity(), each.getActive()));
    }
    return items;
  }

  private static io.rpcstress.contract.placeorder.proto.Order message(Order order) {
    io.rpcstress.contract.placeorder.proto.Order.Builder message =
        io.rpcstress.contract.placeorder.proto.Order.newBuilder()
            .setId(order.id())
            .setLocalStock(order.localStock())
            .setBilling(order.billing())
            .setServices(order.services())
            .setInstant(order.instant());
    for (Product each : order.products()) {
      message.addProducts(
          io.rpcstress.contract.placeorder.proto.Product.newBuilder()
              .setId(each.id())
              .setName(each.name())
              .setQuantity(each.quantity()));
    }
    return message.build();
  }
}
