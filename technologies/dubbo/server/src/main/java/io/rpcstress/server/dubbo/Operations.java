package io.rpcstress.server.dubbo;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.server.base.CallCounter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the server answers, counted. Thread-safe. */
public final class Operations implements Calls {
  private final CallCounter calls;
  private final Message.Service messages;

  /** Public, as its class is: Dubbo calls it by generated code. */
  public Operations(CallCounter calls, Message.Service messages) {
    this.calls = calls;
    this.messages = messages;
  }

  @Override
  public String greet(String name) {
    return counted(Greeting::greet, name);
  }

  @Override
  public List<Item> echo(List<Item> items) {
    return counted(ListEcho::echo, items);
  }

  @Override
  public byte[] message(String encoding, byte[] request) {
    return counted(bytes -> messages.answer(encoding, bytes), request);
  }

  @Override
  public void oneWay(byte @Nullable [] message) {
    calls.received(message != null && OneWay.isWhole(ByteBuffer.wrap(message)));
  }

  private <Q, R> R counted(Function<Q, R> operation, Q request) {
    try {
      R reply = operation.apply(request);
      calls.served();
      return reply;
    } catch (RuntimeException refused) {
      calls.failed();
      throw refused;
    }
  }
}
