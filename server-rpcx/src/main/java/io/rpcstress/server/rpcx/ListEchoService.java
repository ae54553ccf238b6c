package io.rpcstress.server.rpcx;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.server.base.CallCounter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list-echo service, under its published names. */
@RPCXServer(ListEcho.RPCX_SERVICE)
public record ListEchoService(CallCounter calls) {
  /** An item, its name and its place: what RPCX counts of each, and as much again to spare. */
  private static final int OBJECTS_AN_ELEMENT = 8;

  /** Objects that a request may be decoded into: what the longest list needs. */
  static final int MAX_OBJECTS = OBJECTS_AN_ELEMENT * ListEcho.MAX_ELEMENTS;

  @Method(ListEcho.RPCX_METHOD)
  public List<Item> echo(@Nullable List<Item> items) {
    return Given.answered(calls, () -> ListEcho.echo(Given.present(items, "list")));
  }
}
