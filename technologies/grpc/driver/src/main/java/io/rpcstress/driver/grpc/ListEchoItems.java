package io.rpcstress.driver.grpc;

import io.rpcstress.contract.listecho.proto.Item;
import java.util.ArrayList;
import java.util.List;

/** Items of the contract as messages, and back: what a program pays that has types of its own. */
final class ListEchoItems {

  private ListEchoItems() {}

  static List<Item> messages(List<io.rpcstress.contract.Item> items) {
    List<Item> messages = new ArrayList<>(items.size());
    for (io.rpcstress.contract.Item each : items) {
      messages.add(
          Item.newBuilder()
              .setId(each.id())
              .setName(each.name())
              .setQuantity(each.quantity())
              .setActive(each.active())
              .build());
    }
    return messages;
  }

  static List<io.rpcstress.contract.Item> items(List<Item> messages) {
    List<io.rpcstress.contract.Item> items = new ArrayList<>(messages.size());
    for (Item each : messages) {
      items.add(
          new io.rpcstress.contract.Item(
              each.getId(), each.getName(), each.getQuantity(), each.getActive()));
    }
    return items;
  }
}
