package io.rpcstress.rpcx.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.ServiceCentre;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Netty's events load no class unless they are wanted. */
class FlightRecorderEventsTest {
  private final String before = System.getProperty(FlightRecorderEvents.PROPERTY);

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(FlightRecorderEvents.PROPERTY);
    } else {
      System.setProperty(FlightRecorderEvents.PROPERTY, before);
    }
  }

  @Test
  void eitherSideTurnsThemOffUnlessTheUserSetThem() {
    System.clearProperty(FlightRecorderEvents.PROPERTY);
    var unusedClient = RPCX.builder();
    assertThat(System.getProperty(FlightRecorderEvents.PROPERTY)).isEqualTo("false");
    System.clearProperty(FlightRecorderEvents.PROPERTY);
    var unusedServer = ServiceCentre.builder();
    assertThat(System.getProperty(FlightRecorderEvents.PROPERTY)).isEqualTo("false");
    System.setProperty(FlightRecorderEvents.PROPERTY, "true");
    var unusedToo = RPCX.builder();
    assertThat(System.getProperty(FlightRecorderEvents.PROPERTY)).isEqualTo("true");
  }
}
