package io.rpcstress.server.dubbo;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.server.base.CallCounter;
import java.util.List;

/** What the server answers; what it refuses, the connection counts. Thread-safe. */
public final class Operations implements Calls {
  private final CallCounter calls;

  /** Counts what it answers. Public, as its class is: Dubbo calls it by generated code. */
  public Operations(CallCounter calls) {
    this.calls = calls;
  }

  @Override
  public String greet(String name) {
    String greeting = Greeting.greet(name);
    calls.served();
    return greeting;
  }

  @Override
  public List<Item> echo(List<Item> items) {
    List<Item> same = ListEcho.echo(items);
    calls.served();
    return same;
  }
}
