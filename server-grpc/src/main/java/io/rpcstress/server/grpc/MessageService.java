package io.rpcstress.server.grpc;

import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.grpc.MessageMethods;
import io.rpcstress.server.base.CallCounter;

/** The message service: a method for each encoding. */
final class MessageService implements BindableService {
  private final Message.Service messages;
  private final CallCounter calls;

  MessageService(Message.Service messages, CallCounter calls) {
    this.messages = messages;
    this.calls = calls;
  }

  @Override
  public ServerServiceDefinition bindService() {
    ServerServiceDefinition.Builder service =
        ServerServiceDefinition.builder(MessageMethods.SERVICE);
    for (String encoding : Message.encodings()) {
      service.addMethod(
          MessageMethods.of(encoding),
          ServerCalls.asyncUnaryCall((request, reply) -> answer(encoding, request, reply)));
    }
    return service.build();
  }

  private void answer(String encoding, byte[] request, StreamObserver<byte[]> reply) {
    byte[] answer;
    try {
      answer = messages.answer(encoding, request);
    } catch (IllegalArgumentException refused) {
      calls.failed();
      reply.onError(
          Status.INVALID_ARGUMENT.withDescription(refused.getMessage()).asRuntimeException());
      return;
    }
    calls.served();
    reply.onNext(answer);
    reply.onCompleted();
  }
}
