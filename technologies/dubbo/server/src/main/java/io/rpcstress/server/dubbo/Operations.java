package io.rpcstress.server.dubbo;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.server.base.CallCounter;
import java.util.List;

/**
 * What the server answers, counted. Public, since Dubbo calls it by generated code. Thread-safe.
 */
public record Operations(CallCounter calls, Message.Service messages) implements Calls {

  @Override
  public String greet(String name) {
    return calls.counted(() -> Greeting.greet(name));
  }

  @Override
  public List<Item> echo(List<Item> items) {
    return calls.counted(() -> ListEcho.echo(items));
  }

  @Override
  public byte[] message(String encoding, byte[] request) {
    return calls.counted(() -> messages.answer(encoding, request));
  }
}
