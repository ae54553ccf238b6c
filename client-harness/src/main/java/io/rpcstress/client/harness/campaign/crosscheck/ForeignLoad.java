package io.rpcstress.client.harness.campaign.crosscheck;

import io.rpcstress.driver.Address;
import java.time.Duration;

/**
 * What a foreign generator is to do: {@code greet} in a closed loop.
 *
 * @param server where it calls
 * @param name what each call carries
 * @param threads calls at a time
 * @param connections that carry them
 * @param duration how long
 * @param calls about how many the harness makes in that time, for a generator that takes no time
 */
public record ForeignLoad(
    Address server, String name, int threads, int connections, Duration duration, long calls) {}
