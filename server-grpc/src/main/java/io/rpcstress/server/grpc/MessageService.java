package io.rpcstress.server.grpc;

import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.grpc.MessageMethods;
import io.rpcstress.server.base.CallCounter;

/** The message service: a method for each encoding. */
record MessageService(Message.Service messages, CallCounter calls) implements BindableService {

  @Override
  public ServerServiceDefinition bindService() {
    ServerServiceDefinition.Builder service =
        ServerServiceDefinition.builder(MessageMethods.SERVICE);
    for (String encoding : Message.encodings()) {
      service.addMethod(
          MessageMethods.of(encoding),
          ServerCalls.asyncUnaryCall(
              (request, reply) ->
                  UnaryAnswer.to(reply, calls, () -> messages.answer(encoding, request))));
    }
    return service.build();
  }
}
