package io.rpcstress.server.rpcx;

import io.rpcstress.contract.Message;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.server.base.CallCounter;
import org.jspecify.annotations.Nullable;

/** The message service, under its published names. */
@RPCXServer(Message.RPCX_SERVICE)
public record MessageService(Message.Service messages, CallCounter calls) {

  @Method(Message.RPCX_METHOD)
  public byte[] answer(@Nullable String encoding, byte @Nullable [] request) {
    return Given.answered(
        calls,
        () ->
            messages.answer(
                Given.present(encoding, "encoding"), Given.present(request, "message")));
  }
}
