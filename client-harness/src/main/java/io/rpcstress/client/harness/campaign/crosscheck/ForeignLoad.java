package io.rpcstress.client.harness.campaign.crosscheck;

import io.rpcstress.driver.Address;
import java.time.Duration;

/** What a foreign generator is to do: {@code greet} in a closed loop. */
public record ForeignLoad(
    Address server, String name, int threads, int connections, Duration duration, long calls) {}
