package io.rpcstress.server.rpcx;

import io.rpcstress.contract.Message;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.server.base.CallCounter;
import org.jspecify.annotations.Nullable;

/** The message service, under its published names. */
@RPCXServer(Message.RPCX_SERVICE)
public final class MessageService {
  private final Message.Service messages;
  private final CallCounter calls;

  MessageService(Message.Service messages, CallCounter calls) {
    this.messages = messages;
    this.calls = calls;
  }

  @Method(Message.RPCX_METHOD)
  public byte[] answer(@Nullable String encoding, byte @Nullable [] request) {
    byte[] reply;
    try {
      reply =
          messages.answer(Given.present(encoding, "encoding"), Given.present(request, "message"));
    } catch (IllegalArgumentException refused) {
      calls.failed();
      throw RPCXException.withoutTrace(
          StatusCode.INVALID_ARGUMENT, String.valueOf(refused.getMessage()));
    }
    calls.served();
    return reply;
  }
}
