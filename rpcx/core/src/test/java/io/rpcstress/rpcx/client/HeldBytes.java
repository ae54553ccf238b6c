package io.rpcstress.rpcx.client;

import io.netty.channel.Channel;
import io.rpcstress.rpcx.wire.FrameReader;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Counts what a client's connections have allocated for frames that have not ended. */
public final class HeldBytes {
  private HeldBytes() {}

  /**
   * Looks on each connection's event loop.
   *
   * @return the lengths of their arrays together
   */
  public static long of(Client client) throws Exception {
    long sum = 0;
    for (Object endpoint : ((Map<?, ?>) field(Client.class, "endpoints").get(client)).values()) {
      for (Slot slot : ((Endpoint) endpoint).slots()) {
        Connection connection = slot.current();
        Object channel =
            connection == null ? null : field(Connection.class, "channel").get(connection);
        if (channel instanceof Channel open) {
          sum += open.eventLoop().submit(() -> length(open)).get(20, TimeUnit.SECONDS);
        }
      }
    }
    return sum;
  }

  private static int length(Channel channel) throws ReflectiveOperationException {
    ClientHandler reader = channel.pipeline().get(ClientHandler.class);
    return reader == null ? 0 : ((byte[]) field(FrameReader.class, "held").get(reader)).length;
  }

  private static Field field(Class<?> type, String name) throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
