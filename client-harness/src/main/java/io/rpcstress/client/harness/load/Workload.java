package io.rpcstress.client.harness.load;

import io.rpcstress.contract.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What every call of a point does.
 *
 * @param operation which one
 * @param request what is asked; one object for all calls, so that making it costs no call anything
 * @param payloadBytes its size in bytes as UTF-8 or as laid down by the operation; null where it
 *     varies
 * @param <Q> what is asked
 * @param <R> what is answered
 */
public record Workload<Q, R>(Operation<Q, R> operation, Q request, @Nullable Long payloadBytes) {}
