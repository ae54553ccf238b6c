package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Payload;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every call of a point does.
 *
 * @param operation which one
 * @param request one object for all calls, so that making it costs no call anything. Where calls
 *     differ, each asks {@link Operation#numbered} of it
 */
public record Workload<Q, R>(Operation<Q, R> operation, Q request) {

  public long payloadBytes() {
    return operation.bytes(request);
  }

  public @Nullable Long replyBytes() {
    return operation.replyBytes(request);
  }

  /** The pack that calls come out of, which a server needs, too; empty where there is none. */
  public String pack() {
    return operation.pack(request);
  }

  /** How many calls of other services each call brings about, by the service's role. */
  public Map<String, Integer> services() {
    return operation.services(request);
  }

  public Payload payload() {
    return operation.payload(request);
  }
}
