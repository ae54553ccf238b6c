package io.rpcstress.client.harness.campaign.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.Paths;
import io.rpcstress.client.harness.plan.Replicas;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a server is called with before it is measured. */
class ServerWarmupTest {

  private static Calls tolerating(double share) {
    return new Calls(
        "127.0.0.1",
        Map.of(),
        Map.of(),
        "example",
        "greet",
        null,
        null,
        null,
        false,
        null,
        null,
        Duration.ofMinutes(10),
        share,
        null,
        Freshness.ROUND,
        Paths.DIRECT,
        Replicas.NONE,
        ClientHosts.NONE);
  }

  /** Of 990 connections at once, a cold server of http-form reset ten, and stayed cold. */
  @Test
  void someConnectionsThatAColdServerResetsDoNotEndItsWarmUp() {
    assertThat(ServerWarmup.calls(tolerating(0), null).tolerate()).isBetween(0.05, 0.2);
    assertThat(ServerWarmup.calls(tolerating(1), null).tolerate()).isEqualTo(1);
  }

  @Test
  void itsCallsCarryWhatTheNextPointsDo() {
    assertThat(ServerWarmup.calls(tolerating(0), "name=1024").payload()).isEqualTo("name=1024");
    assertThat(ServerWarmup.calls(tolerating(0), null).payload()).isNull();
  }
}
