package io.rpcstress.contract;

import java.util.List;
import java.util.Optional;

/** Every operation that both hosts know. */
public final class Operations {
  private static final List<Operation<?, ?>> ALL =
      List.of(
          Greeting.OPERATION,
          Put.OPERATION,
          ListEcho.OPERATION,
          PlaceOrder.OPERATION,
          Message.OPERATION,
          OneWay.OPERATION,
          Streams.FROM_SERVER,
          Streams.FROM_CLIENT,
          Streams.CHAT);

  private Operations() {}

  /** All operations, in the order in which they are listed to a person. Unmodifiable. */
  public static List<Operation<?, ?>> all() {
    return ALL;
  }

  public static Optional<Operation<?, ?>> find(String name) {
    for (Operation<?, ?> operation : ALL) {
      if (operation.name().equals(name)) {
        return Optional.of(operation);
      }
    }
    return Optional.empty();
  }
}
