package io.rpcstress.driver.thrift;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.thrift.generated.Calls;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TException;

/**
 * list-echo: items of the contract as generated ones, and back, which is what a program pays that
 * has types of its own.
 */
final class ListEchoMethod implements ThriftMethod<List<Item>, List<Item>> {

  @Override
  public List<Item> call(Calls.Client calls, List<Item> items) throws TException {
    return items(calls.listEcho(structs(items)));
  }

  private static List<io.rpcstress.contract.thrift.generated.Item> structs(List<Item> items) {
    List<io.rpcstress.contract.thrift.generated.Item> structs = new ArrayList<>(items.size());
    for (Item each : items) {
      structs.add(
          new io.rpcstress.contract.thrift.generated.Item(
              each.id(), each.name(), each.quantity(), each.active()));
    }
    return structs;
  }

  private static List<Item> items(List<io.rpcstress.contract.thrift.generated.Item> structs) {
    List<Item> items = new ArrayList<>(structs.size());
    for (io.rpcstress.contract.thrift.generated.Item each : structs) {
      items.add(new Item(each.getId(), each.getName(), each.getQuantity(), each.isActive()));
    }
    return items;
  }
}
