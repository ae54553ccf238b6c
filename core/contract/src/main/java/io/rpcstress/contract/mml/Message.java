package io.rpcstress.contract.mml;

import io.rpcstress.contract.Item;
import java.util.List;

/**
 * What is in a frame: a call, or the answer to one. Its tag on the wire is the full name of its
 * class. Immutable.
 */
public sealed interface Message {

  /** Asks for a greeting. */
  record GreetCall(String name) implements Message {}

  /** Answers a {@link GreetCall}. */
  record Greeting(String message) implements Message {}

  /** Asks for a list back. */
  record EchoCall(List<Item> items) implements Message {}

  /** Answers an {@link EchoCall}. */
  record Echo(List<Item> items) implements Message {}

  /** Answers a call that the contract does not allow; the connection goes on. */
  record Refused(String why) implements Message {}
}
