package io.rpcstress.contract.dubbo;

import io.rpcstress.contract.Item;
import java.util.List;

/** What the server publishes: a method for each operation. */
public interface Calls {

  /**
   * The greeting to a name.
   *
   * @throws IllegalArgumentException of a name beyond the contract's limits; Dubbo answers it by an
   *     error
   */
  String greet(String name);

  /**
   * The list as it came.
   *
   * @throws IllegalArgumentException of a list beyond the contract's limits; Dubbo answers it by an
   *     error
   */
  List<Item> echo(List<Item> items);

  /**
   * The reply to a message, in the same encoding.
   *
   * @throws IllegalArgumentException of bytes that are none; Dubbo answers them by an error
   */
  byte[] message(String encoding, byte[] request);

  /** A message that no reply follows, where the protocol can do without one. */
  void oneWay(byte[] message);
}
