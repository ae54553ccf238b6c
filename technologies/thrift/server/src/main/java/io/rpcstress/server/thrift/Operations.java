package io.rpcstress.server.thrift;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.contract.thrift.generated.Item;
import io.rpcstress.contract.thrift.generated.Refused;
import io.rpcstress.server.base.CallCounter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the server answers, in both variants; a method for each operation. Thread-safe. */
record Operations(CallCounter calls, Message.Service messages, Store store) implements Calls.Iface {

  @Override
  public String greet(@Nullable String name) throws Refused {
    return answered(
        () -> {
          if (name == null) {
            throw new IllegalArgumentException("no name: one expected");
          }
          Greeting.checkBytes(name);
          return Greeting.greet(name);
        });
  }

  @Override
  public boolean put(@Nullable ByteBuffer key, @Nullable ByteBuffer value) throws Refused {
    return answered(
        () -> {
          if (key == null || value == null) {
            throw new IllegalArgumentException("no key or no value: both expected");
          }
          return store.put(bytes(key), bytes(value));
        });
  }

  @Override
  public List<Item> listEcho(@Nullable List<Item> items) throws Refused {
    return answered(
        () -> {
          if (items == null) {
            throw new IllegalArgumentException("no list: one expected");
          }
          ListEcho.checkElements(items.size());
          for (Item item : items) {
            ListEcho.checkName(item.getName());
          }
          return items;
        });
  }

  @Override
  public ByteBuffer message(@Nullable String encoding, @Nullable ByteBuffer request)
      throws Refused {
    return answered(
        () -> {
          if (encoding == null || request == null) {
            throw new IllegalArgumentException("no encoding or no message: both expected");
          }
          return ByteBuffer.wrap(messages.answer(encoding, bytes(request)));
        });
  }

  @Override
  public void oneWay(@Nullable ByteBuffer message) {
    calls.received(message != null && OneWay.isWhole(message));
  }

  /** Counts; what is beyond the contract's limits is refused, and its connection stays. */
  private <R> R answered(Supplier<R> operation) throws Refused {
    try {
      return calls.counted(operation);
    } catch (IllegalArgumentException beyond) {
      throw new Refused(String.valueOf(beyond.getMessage()));
    }
  }

  private static byte[] bytes(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.duplicate().get(bytes);
    return bytes;
  }
}
