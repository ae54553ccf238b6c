package io.rpcstress.server.grpc;

import io.grpc.BindableService;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.greet.proto.GreetAnswer;
import io.rpcstress.contract.greet.proto.GreetCall;
import io.rpcstress.contract.greet.proto.GreeterStreamGrpc.GreeterStreamImplBase;
import io.rpcstress.contract.listecho.proto.EchoAnswer;
import io.rpcstress.contract.listecho.proto.EchoCall;
import io.rpcstress.contract.listecho.proto.Items;
import io.rpcstress.contract.listecho.proto.ListEchoStreamGrpc.ListEchoStreamImplBase;
import io.rpcstress.contract.put.proto.PutAnswer;
import io.rpcstress.contract.put.proto.PutCall;
import io.rpcstress.contract.put.proto.StoreStreamGrpc.StoreStreamImplBase;
import io.rpcstress.server.base.CallCounter;
import java.util.function.BiFunction;
import java.util.function.Function;

/** greet, put and list-echo on streams: each carries many calls, and their answers in order. */
record StreamCalls(CallCounter calls, OpenStreams open) {

  BindableService greet() {
    return new GreeterStreamImplBase() {
      @Override
      public StreamObserver<GreetCall> calls(StreamObserver<GreetAnswer> answers) {
        return stream(
            answers,
            call -> answer(call).setMessage(Greeting.greet(call.getName())).build(),
            (call, why) -> answer(call).setRefused(why).build());
      }

      private GreetAnswer.Builder answer(GreetCall call) {
        return GreetAnswer.newBuilder().setId(call.getId());
      }
    };
  }

  BindableService put() {
    Store store = new Store();
    return new StoreStreamImplBase() {
      @Override
      public StreamObserver<PutCall> calls(StreamObserver<PutAnswer> answers) {
        return stream(
            answers,
            call ->
                answer(call)
                    .setSuccess(
                        store.put(call.getKey().toByteArray(), call.getValue().toByteArray()))
                    .build(),
            (call, why) -> answer(call).setRefused(why).build());
      }

      private PutAnswer.Builder answer(PutCall call) {
        return PutAnswer.newBuilder().setId(call.getId());
      }
    };
  }

  BindableService listEcho() {
    return new ListEchoStreamImplBase() {
      @Override
      public StreamObserver<EchoCall> calls(StreamObserver<EchoAnswer> answers) {
        return stream(
            answers,
            call -> {
              Items.Builder same =
                  Items.newBuilder().addAllItems(ListEchoService.echo(call.getItemsList()));
              return answer(call).setItems(same).build();
            },
            (call, why) -> answer(call).setRefused(why).build());
      }

      private EchoAnswer.Builder answer(EchoCall call) {
        return EchoAnswer.newBuilder().setId(call.getId());
      }
    };
  }

  private <M, A> StreamObserver<M> stream(
      StreamObserver<A> replies, Function<M, A> answer, BiFunction<M, String, A> refusal) {
    ServerCallStreamObserver<A> out = (ServerCallStreamObserver<A>) replies;
    AnsweringStream<M, A> stream = new AnsweringStream<>(out, answer, refusal, calls, open);
    out.setOnCancelHandler(stream::gone);
    open.add(stream);
    return stream;
  }
}
