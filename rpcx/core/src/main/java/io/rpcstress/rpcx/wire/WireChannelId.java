package io.rpcstress.rpcx.wire;

import io.netty.channel.ChannelId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A channel's name in logs: a number that counts the channels of the process. Netty's own is unique
 * in the world, which takes a search for the host's MAC address at start-up and has no use here.
 */
final class WireChannelId implements ChannelId {
  private static final long serialVersionUID = 1;

  private static final AtomicLong LAST = new AtomicLong();

  private final long number = LAST.incrementAndGet();

  @Override
  public String asShortText() {
    return "rpcx-" + number;
  }

  @Override
  public String asLongText() {
    return asShortText();
  }

  @Override
  public int compareTo(ChannelId other) {
    return other instanceof WireChannelId same
        ? Long.compare(number, same.number)
        : asLongText().compareTo(other.asLongText());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WireChannelId same && number == same.number;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }
}
