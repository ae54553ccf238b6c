package io.rpcstress.server.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;

class HandedOnTest {

  @Test
  void requestsCountUntilDubboHasReadThem() {
    HandedOn handedOn = new HandedOn(100);
    ByteBuf first = handedOn.add(new byte[64], 60);
    assertThat(handedOn.add(new byte[64], 41)).as("beyond the limit").isNull();
    ByteBuf second = handedOn.add(new byte[64], 40);
    assertThat(second).isNotNull();
    assertThat(first).isNotNull();
    assertThat(first.readableBytes()).isEqualTo(60);
    assertThat(first.release()).isTrue();
    assertThat(handedOn.add(new byte[64], 60)).as("in the place of the first").isNotNull();
  }

  @Test
  void oneMayAlwaysBeThere() {
    HandedOn handedOn = new HandedOn(10);
    assertThat(handedOn.add(new byte[64], 64)).isNotNull();
    assertThat(handedOn.add(new byte[1], 1)).isNull();
  }
}
