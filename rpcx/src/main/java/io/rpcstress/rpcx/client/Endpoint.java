package io.rpcstress.rpcx.client;

import io.netty.channel.EventLoopGroup;

/** One server and the connections to it, used in turn. Thread-safe. */
final class Endpoint {
  private final Slot[] slots;

  /** Not atomic on purpose: a lost update costs nothing, a contended counter does. */
  private int next;

  Endpoint(ClientSettings settings, EventLoopGroup loops, String host, int port) {
    slots = new Slot[settings.connections()];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = new Slot(settings, loops.next(), host, port);
    }
  }

  Connection connection() {
    if (slots.length == 1) {
      return slots[0].connection();
    }
    return slots[(next++ & Integer.MAX_VALUE) % slots.length].connection();
  }

  Slot[] slots() {
    return slots;
  }
}
