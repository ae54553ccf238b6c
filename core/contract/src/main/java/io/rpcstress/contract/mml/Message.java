package io.rpcstress.contract.mml;

import io.rpcstress.contract.Item;
import java.util.List;

/**
 * What is in a frame: a call, or the answer to one. Its tag on the wire is the full name of its
 * class. Immutable.
 */
public sealed interface Message {

  /**
   * Asks for a greeting.
   *
   * @param name who is greeted
   */
  record GreetCall(String name) implements Message {}

  /**
   * Answers a {@link GreetCall}.
   *
   * @param message the greeting
   */
  record Greeting(String message) implements Message {}

  /**
   * Asks for a list back.
   *
   * @param items the list
   */
  record EchoCall(List<Item> items) implements Message {}

  /**
   * Answers an {@link EchoCall}.
   *
   * @param items the same list
   */
  record Echo(List<Item> items) implements Message {}

  /**
   * Answers a call that the contract does not allow; the connection goes on.
   *
   * @param why one line
   */
  record Refused(String why) implements Message {}
}
